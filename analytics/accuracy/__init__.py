"""Bidding accuracy: what a bid was worth from the cards its bidder held, and what play gave away.

`deals` imagines the cards a player cannot see, `discards` buries, `odds` plays the samples out
double dummy, `heed` weighs them by what the others said, `judging` asks about one hand, `classes`
has the thresholds, `store` keeps results by content, `analyse` works through a club, `season`
sums up and `calibration` compares with what happened.

A bid is judged from the twelve cards its bidder saw. Whatever looks at all four hands (`declared`)
is hindsight and says so.
"""
