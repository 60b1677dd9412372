"""What a browser is asked for, and whether its answer is right (floor: server): py_webauthn knows the standard.

Invariant: an answer is right only at the place for which it was made: the name of the host by which the browser knows
this house, over HTTPS, or at localhost.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    RegistrationCredential,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from motu.server.events import ServerError
from motu.server.rates.addresses import is_address

T = TypeVar("T")
TIMEOUT_MS = 300_000
"""So long a browser may take."""
ALGORITHMS = (
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
)
_LOCAL = "localhost"


class NewKey(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser answers that has made a passkey; bytes as base64url."""

    id: str
    client_data: str
    attestation: str


class ShownKey(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser answers in which somebody has shown a passkey; bytes as base64url."""

    id: str
    client_data: str
    authenticator_data: str
    signature: str
    user_handle: str = ""


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Where a browser is: passkeys are good only where they were made."""

    host: str
    """Without a port."""
    origins: tuple[str, ...]
    """As which a page there is known."""


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What is kept of a passkey to know it by."""

    credential: str
    public_key: bytes
    num_uses: int
    """As the device counts them; 0 where it doesn't."""
    is_synced: bool
    """Whether its owner has it in more than one device."""


def place_of(host: str) -> KeyPlace:
    """Return the place that a browser has asked at, by the header "Host".

    Raises:
        ServerError: "passkey/place" where it is an address, for which there are no passkeys.
    """
    name = urlsplit(f"//{host}").hostname or ""
    if not name or is_address(name):
        told = "passkeys need a host with a name, over HTTPS: not an address; on your own machine, use localhost"
        raise ServerError(told, slug="passkey/place", text=host[:80])
    is_local = name == _LOCAL or name.endswith(f".{_LOCAL}")
    return KeyPlace(name, tuple(f"{scheme}://{host.lower()}" for scheme in ("https", *(["http"] if is_local else []))))


def handle_of(account_id: str) -> bytes:
    """Return by what devices know an account apart from others: nobody can turn it back into its id."""
    return hashlib.sha256(f"motu.passkey/{account_id}".encode()).digest()


def wanted_key(place: KeyPlace, nonce: bytes, handle: bytes, name: str, known: Sequence[str]) -> dict[str, Any]:
    """Return what a browser is to make a passkey by; `known` are those that the account has already."""
    options = generate_registration_options(
        rp_id=place.host,
        rp_name="motu",
        user_name=name,
        user_id=handle,
        challenge=nonce,
        timeout=TIMEOUT_MS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=from_base64(each)) for each in known],
        supported_pub_key_algs=[*ALGORITHMS],
    )
    return dict(options_to_json_dict(options))


def wanted_proof(place: KeyPlace, nonce: bytes) -> dict[str, Any]:
    """Return what a browser is to show any passkey of this place by."""
    options = generate_authentication_options(
        rp_id=place.host,
        challenge=nonce,
        timeout=TIMEOUT_MS,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return dict(options_to_json_dict(options))


def nonce_in(client_data: str) -> bytes:
    """Return the nonce for which a browser has answered.

    Raises:
        ServerError: "passkey/wrong".
    """
    return _carefully(lambda: from_base64(msgspec.json.decode(from_base64(client_data), type=_ClientData).challenge))


def made_key(place: KeyPlace, nonce: bytes, made: NewKey) -> KeyFacts:
    """Return what is to be kept of a passkey that a browser has made.

    Raises:
        ServerError: "passkey/wrong".
    """

    def verify() -> KeyFacts:
        response = AuthenticatorAttestationResponse(from_base64(made.client_data), from_base64(made.attestation))
        found = verify_registration_response(
            credential=RegistrationCredential(id=made.id, raw_id=from_base64(made.id), response=response),
            expected_challenge=nonce,
            expected_rp_id=place.host,
            expected_origin=list(place.origins),
            require_user_verification=True,
            supported_pub_key_algs=[*ALGORITHMS],
        )
        credential = bytes_to_base64url(found.credential_id)
        if credential != made.id:
            raise wrong_key()
        is_synced = found.credential_device_type == CredentialDeviceType.MULTI_DEVICE
        return KeyFacts(credential, found.credential_public_key, found.sign_count, is_synced)

    return _carefully(verify)


def check_proof(place: KeyPlace, nonce: bytes, shown: ShownKey, known: KeyFacts) -> int:
    """Check that whoever has answered has the passkey, and has shown his device that it is he.

    Returns:
        How often it was used by now, as the device counts.

    Raises:
        ServerError: "passkey/wrong".
    """

    def verify() -> int:
        response = AuthenticatorAssertionResponse(
            from_base64(shown.client_data), from_base64(shown.authenticator_data), from_base64(shown.signature)
        )
        found = verify_authentication_response(
            credential=AuthenticationCredential(id=shown.id, raw_id=from_base64(shown.id), response=response),
            expected_challenge=nonce,
            expected_rp_id=place.host,
            expected_origin=list(place.origins),
            credential_public_key=known.public_key,
            credential_current_sign_count=known.num_uses,
            require_user_verification=True,
        )
        return int(found.new_sign_count)

    return _carefully(verify)


def wrong_key() -> ServerError:
    """Return why a passkey opens nothing; what was wrong with it stays open."""
    told = "this passkey is not known here, or is not good at this address; log in another way"
    return ServerError(told, slug="passkey/wrong")


def from_base64(text: str) -> bytes:
    """Return what base64url without padding stands for."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise wrong_key() from error


class _ClientData(msgspec.Struct):
    challenge: str


def _carefully(verify: Callable[[], T]) -> T:
    """Return what an answer says; whatever is wrong with it, the library raises many kinds of errors."""
    try:
        return verify()
    except ServerError:
        raise
    except Exception as error:
        raise wrong_key() from error
