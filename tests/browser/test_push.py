"""Messages while no page is open: asked for on a press of a button alone, shown by the worker, leading somewhere.

No push service is reached from here: what a browser would be given by one is made up, and what would come from one is
handed to the worker by the browser's own tools.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, Worker, expect

from browser.browsing import DESKTOP, PHONE, open_page, speak
from browser.test_account import fill
from browser.test_two_screens import post
from server.push.push_services import FakeBrowser

pytestmark = pytest.mark.slow
WITH_WORKER = {"service_workers": "allow", "permissions": ["notifications"]}
MADE_UP = """
(() => {
  const given = %s;
  window.asked = 0;
  const request = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => (window.asked++, request());
  const made = (options) => ({
    endpoint: given.endpoint,
    options,
    toJSON: () => ({endpoint: given.endpoint, keys: {p256dh: given.p256dh, auth: given.auth}}),
    unsubscribe: async () => localStorage.removeItem('made-up'),
  });
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new TypeError('wrong options');
    localStorage.setItem('made-up', 'yes');
    return made(options);
  };
  PushManager.prototype.getSubscription = async () => localStorage.getItem('made-up') ? made({}) : null;
})();
"""
PASSWORD = "a beach of islands"


def made_up(page: Page, browser: FakeBrowser) -> None:
    """Have a browser that gives out a subscription."""
    page.add_init_script(MADE_UP % json.dumps(browser.subscription()))


def part(page: Page) -> Any:
    return page.locator(".told-of .push")


def complaints(page: Page) -> list[str]:
    return [each["id"] for each in Axe().run(page).response["violations"]]


@pytest.mark.parametrize("device", [DESKTOP, PHONE])
def test_one_is_told_where_one_asks_for_it_and_nowhere_else(browser: Any, address: str, device: dict[str, Any]) -> None:
    with open_page(browser, {**device, **WITH_WORKER}) as page:
        speak(page, "en")
        made_up(page, FakeBrowser(f"phone{len(device)}"))
        page.goto(f"{address}/account")
        expect(part(page)).to_contain_text("Notifications while motu is closed")
        expect(page.get_by_role("columnheader", name="Push")).to_have_count(0)
        assert page.evaluate("asked") == 0, "nobody is asked before he presses"
        part(page).get_by_role("button", name="Turn on notifications in this browser").click()
        expect(part(page)).to_contain_text("Notifications are on in this browser.")
        assert page.evaluate("asked") == 1
        expect(part(page).locator("li")).to_have_count(1)
        expect(part(page).locator("li")).to_contain_text("this browser")
        over = page.get_by_role("checkbox", name="A game is over Push")
        expect(over).not_to_be_checked()
        expect(page.get_by_role("checkbox", name="It is your turn Push")).to_be_checked()
        over.check()
        expect(page.get_by_role("status").filter(has_text="Saved.")).to_have_count(1)
        page.reload()
        expect(over).to_be_checked()
        assert complaints(page) == []
        part(page).get_by_role("button", name="Turn off notifications").click()
        expect(part(page)).to_contain_text("Notifications are off there.")
        expect(part(page).locator("li")).to_have_count(0)
        assert page.evaluate("localStorage.getItem('made-up')") is None
        assert page.evaluate("fetch('/api/push').then((answer) => answer.json())")["places"] == []
        assert page.evaluate("asked") == 0


def test_a_guest_who_claims_a_name_goes_on_to_be_told(browser: Any, address: str) -> None:
    with open_page(browser, {**DESKTOP, **WITH_WORKER}) as page:
        speak(page, "en")
        made_up(page, FakeBrowser("claiming"))
        page.goto(f"{address}/account")
        part(page).get_by_role("button", name="Turn on notifications in this browser").click()
        expect(part(page).locator("li")).to_have_count(1)
        fill(page, "Claim a name, keep your games", Name="Pushed", Password=PASSWORD)
        expect(page.get_by_role("heading", level=1)).to_have_text("Pushed")
        expect(part(page).locator("li")).to_have_count(1)
        page.get_by_role("button", name="Log out", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Claim a name")
        expect(part(page).locator("li")).to_have_count(0)


def test_a_browser_that_does_not_allow_it_says_so(browser: Any, address: str) -> None:
    with open_page(browser, {**DESKTOP, "service_workers": "allow"}) as page:
        speak(page, "en")
        page.add_init_script("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})")
        page.goto(f"{address}/account")
        expect(part(page)).to_contain_text("Your browser’s settings for this site block notifications")
        expect(part(page).get_by_role("button")).to_have_count(0)


class Delivered:
    """A browser with the worker in it, to which messages come."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.context = page, address, page.context
        self._session = self.context.new_cdp_session(page)
        self._registrations: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._updated)
        page.goto(f"{address}/learn")
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        page.reload()
        page.wait_for_function("navigator.serviceWorker.controller")
        self._session.send("ServiceWorker.enable")

    def _updated(self, told: Any) -> None:
        self._registrations += [each["registrationId"] for each in told["registrations"] if not each["isDeleted"]]

    @property
    def worker(self) -> Worker:
        context: BrowserContext = self.context
        return context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")

    def push(self, game: str, title: str = "Your turn against Ann") -> None:
        while not self._registrations:
            self.page.wait_for_timeout(50)
        told = {"title": title, "body": "Hex 3", "tag": game, "path": f"/play/{game}", "language": "en"}
        where = {"origin": self.address, "registrationId": self._registrations[-1], "data": json.dumps(told)}
        self._session.send("ServiceWorker.deliverPushMessage", where)

    def shown(self) -> list[str]:
        found: list[str] = self.worker.evaluate(
            "registration.getNotifications().then((all) => all.map((each) => each.title).sort())"
        )
        return found

    def until(self, titles: list[str]) -> None:
        """Wait until these are shown."""
        for _ in range(200):
            if self.shown() == titles:
                return
            self.page.wait_for_timeout(50)
        assert self.shown() == titles


@pytest.fixture
def delivered(browser: Any, address: str) -> Iterator[Delivered]:
    with open_page(browser, {**DESKTOP, **WITH_WORKER}, pardoned=("localStorage",)) as page:
        speak(page, "en")
        yield Delivered(page, address)


def test_the_worker_shows_what_comes_while_no_page_is_seen(delivered: Delivered) -> None:
    page, address = delivered.page, delivered.address
    game = post(page, "/api/games", {"spec": "hex(size=3)", "seats": [{}, {}]})["id"]
    delivered.worker.evaluate("self.come = 0; self.addEventListener('push', () => { self.come++; })")
    delivered.push(game, "seen already")
    while delivered.worker.evaluate("self.come") == 0:
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)  # the worker looks which pages are seen
    assert delivered.shown() == []
    page.goto("about:blank")
    delivered.push(game)
    delivered.until(["Your turn against Ann"])
    delivered.push(game, "Your time against Ann is running out")
    delivered.until(["Your time against Ann is running out"])
    delivered.push("another")
    delivered.until(["Your time against Ann is running out", "Your turn against Ann"])
    page.goto(f"{address}/play/{game}")
    delivered.until(["Your turn against Ann"])


def test_a_message_leads_to_what_it_tells_of(delivered: Delivered) -> None:
    page = delivered.page
    page.goto("about:blank")
    delivered.push("a-game")
    delivered.until(["Your turn against Ann"])
    opened = delivered.worker.evaluate(
        """async () => {
            const opened = [];
            self.clients.openWindow = async (address) => void opened.push(address);
            const [notification] = await registration.getNotifications();
            const event = new NotificationEvent('notificationclick', {notification});
            let done;
            event.waitUntil = (work) => { done = work; };
            self.dispatchEvent(event);
            await done;
            return opened;
        }"""
    )
    assert opened == [f"{delivered.address}/play/a-game"]
    delivered.until([])
