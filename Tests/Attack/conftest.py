import pytest

from evoke import ALBUM, Place, Server


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


@pytest.fixture(scope="session")
def album(tmp_path_factory):
    """A library of the demo album, and a server over it that must outlive all that is done to it."""
    place = Place(tmp_path_factory.mktemp("album"))
    assert place.run("index", ALBUM).returncode == 0
    place.server = Server(place)
    yield place
    place.server.stop()
    place.is_in_order()
