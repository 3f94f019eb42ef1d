-- A row a current hand, in the order of play: what was recorded, replayed and scored, and who sat
-- where. Two people may share a name; then the key that tells them apart is shown with it.
with shown as (
    select person_id,
        if(count(*) over (partition by name) = 1 or key = name, name, name || ' (' || key || ')')
            as label
    from person
),
sitting as (
    select hand_id,
        any_value(label) filter (seat = 'N') as north,
        any_value(label) filter (seat = 'E') as east,
        any_value(label) filter (seat = 'S') as south,
        any_value(label) filter (seat = 'W') as west
    from seat join shown using (person_id)
    group by hand_id
),
tagged as (
    select hand_id, list(tag order by tag) as tags from tag group by hand_id
),
opening as (
    select score.game_id, min(date) as started, min(row(place_seq, place_line)) as first_line
    from hand join replay using (hand_id) join score using (hand_id, rules_id)
    where state = 'current'
    group by score.game_id
)
select hand.hand_id, hex_id(hand.hand_id) as id, score.game_id, score.place,
    evening, date, club, event, "table", game, hand.hand, source.name as source,
    rule_set.name as rules, north, east, south, west, dealer,
    replay."by", level, kind, named, facing, aces_were, forced, position,
    replay.status, detail, holds, counts, excluded,
    books_played, score.books, score.made, score.points_ns, score.points_ew,
    score.score_ns, score.score_ew, winner, ended_by, units, after_end,
    calls, kitty, discards, tagged.tags
from hand
join replay using (hand_id)
left join score using (hand_id, rules_id)
left join rule_set using (rules_id)
left join source on source.source_id = hand.source_id
left join sitting using (hand_id)
left join tagged using (hand_id)
left join opening using (game_id)
where state = 'current'
order by evening nulls first, started nulls first, first_line, game_id, place, hand_id
