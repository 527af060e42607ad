"""Kronika as an app on a phone: offered only with a certificate. Without one the page says why it is not."""

from __future__ import annotations

import shutil
import socket
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from support.browsing import BROWSER, NEEDS_BROWSER, PHONE
from support.host import new_log
from support.server import served

pytestmark = [NEEDS_BROWSER, pytest.mark.xdist_group("tapping")]

NAME = socket.gethostname()
"""A browser trusts the machine that it runs on without a certificate, unless it is called by another name."""


@contextmanager
def phone(folder: Path, trusted: str = "") -> Iterator[Any]:
    """A page of a browser with a profile of its own, for which `NAME` is this machine. Others install nothing."""
    from playwright.sync_api import sync_playwright

    words = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    words += [f"--ignore-certificate-errors-spki-list={trusted}"] * bool(trusted)
    with sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            str(folder), executable_path=BROWSER, args=words, viewport=PHONE
        )
        yield context.new_page()
        context.close()


def certificate(folder: Path) -> tuple[str, str, str]:
    """The files of a certificate for this machine and of its key, and the digest by which a browser trusts it."""
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    made = f"openssl req -x509 -newkey rsa:2048 -nodes -keyout {key} -out {cert} -days 2 -subj /CN={NAME}".split()
    subprocess.run([*made, "-addext", f"subjectAltName=DNS:{NAME}"], check=True, capture_output=True)
    public = subprocess.run(["openssl", "x509", "-in", cert, "-pubkey", "-noout"], check=True, capture_output=True)
    binary = ["openssl", "pkey", "-pubin", "-outform", "der"]
    found = subprocess.run(binary, input=public.stdout, check=True, capture_output=True)
    return cert, key, b64encode(sha256(found.stdout).digest()).decode()


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make a certificate with")
@pytest.mark.parametrize("encrypted", [True, False])
def test_it_can_be_installed_with_a_certificate_alone(tmp_path: Path, encrypted: bool) -> None:
    cert, key, digest = certificate(tmp_path)
    words = ["--cert", cert, "--key", key] if encrypted else []
    log = new_log(tmp_path / "game.jsonl")
    with served(log, *words) as server, phone(tmp_path / "profile", digest if encrypted else "") as page:
        page.goto(f"http{'s' * encrypted}://{NAME}:{server.port}/join#{server.links()['Anna']}")
        page.locator("main.table[data-revision]").wait_for()
        developer = page.context.new_cdp_session(page)
        errors = developer.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [error["errorId"] for error in errors] == ([] if encrypted else ["not-from-secure-origin"])
        assert developer.send("Page.getAppManifest")["errors"] == []
        page.get_by_text("Settings", exact=True).click()
        said = page.locator(".install").inner_text()
        assert said.startswith("You can install Kronika on this device") is encrypted
        assert ("the host needs `--cert`" in said) is not encrypted
        if encrypted:
            icons = page.evaluate(
                "async () => Promise.all((await (await fetch('/client/kronika.webmanifest')).json()).icons.map("
                "async ({ src }) => { const icon = new Image(); icon.src = src; await icon.decode(); "
                "return [icon.naturalWidth, icon.naturalHeight]; }))"
            )
            assert icons[1:] == [[192, 192], [512, 512]]
