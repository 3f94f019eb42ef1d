"""The same hands under other house rules: what may be concluded, and what may not.

played -> rescore -> compare, switches
"""
