"""A photo in the system's own programs, where the server can open it there."""
import json
import re

import pytest
from playwright.sync_api import expect

from looks import hears, until


@pytest.mark.either_size
def test_it_opens_in_its_program_and_in_its_folder(app, device):
    page = app("/?q=yellow-flower", device, forgives=["/open"])
    asked, answers = [], []

    def know(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "can_open": True})

    def open_it(route):
        asked.append(json.loads(route.request.post_data))
        route.fulfill(**(answers.pop() if answers else {"json": asked[-1]}))

    page.route(re.compile(r"/api/photos/\d+$"), know)
    page.route(re.compile(r"/api/photos/\d+/open$"), open_it)
    page.get_by_role("img", name="yellow-flower.jpg").first.click()
    page.get_by_role("button", name="About this photo").click()
    page.get_by_role("button", name="Open", exact=True).click()
    hears(page, "Opening…")
    page.get_by_role("button", name="Show in folder").click()
    until(page, "both questions", lambda: len(asked) == 2)
    assert asked == [{"in": "viewer"}, {"in": "folder"}]
    # What does not open is said.
    answers.append({"status": 422, "json": {"detail": "It does not open.", "remedy": "Choose a program."}})
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#photo-trouble")).to_contain_text("It does not open.")


@pytest.mark.either_size
def test_nothing_is_offered_where_the_server_cannot(app, device):
    page = app("/?q=yellow-flower", device)

    def know(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "can_open": None})

    page.route(re.compile(r"/api/photos/\d+$"), know)
    page.get_by_role("img", name="yellow-flower.jpg").first.click()
    page.get_by_role("button", name="About this photo").click()
    expect(page.locator("#known")).to_contain_text("Folder")
    expect(page.get_by_role("button", name="Show in folder")).to_have_count(0)
