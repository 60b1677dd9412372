"""The pages as files for any host, without a server: `motu site` (floor: server). docs/site.md says what it can do.

The pages are the server's own. What they ask is answered by a house in the page itself (web/js/site), which knows the
rules by the engine; what is drawn and read by Python alone is worked out here, and lies beside the pages.
"""

from __future__ import annotations

from motu.server.site.static_site import SiteReport, write_site

__all__ = ["SiteReport", "write_site"]
