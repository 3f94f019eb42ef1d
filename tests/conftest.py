"""What all tests share."""

from hypothesis import settings

# A slow machine is not a failure: no test here judges by the clock.
settings.register_profile("bidwhist", deadline=None)
settings.load_profile("bidwhist")
