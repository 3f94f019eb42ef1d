-- The scorebook of one club, computed from its club.toml, ledger.jsonl and sources/: every table
-- here can be deleted and made again. NULL is always "not known", never zero.
--
-- Ids are the first 64 bits of the MD5 of a text, and are shown as 16 hex digits (`hex_id`).
-- Seats are 'N' 'E' 'S' 'W', sides 'NS' 'EW', cards `AS KH`, `??` a card nobody saw.
-- `seq` is always the number of the ledger line that a row goes back to.

create macro hex_id(id) as printf('%016x', id);

create table meta (
    key                 varchar,        -- schema, reader, club, applied, ledger
    value               varchar         -- version numbers, digests, and the last fact applied
);

create table source (                   -- one row a file imported
    source_id           uinteger,       -- seq of its first import
    sha256              varchar,        -- of its bytes, kept in sources/
    name                varchar,        -- of the file, as it was given
    format              varchar,        -- bidwhist-jsonl, ptn, …
    size                ubigint,        -- bytes
    rules               varchar,        -- rules said at import; NULL: none said
    dialect             varchar,        -- answers given at import, `key=choice,…`; NULL: none
    moment              varchar,        -- when, UTC, as the ledger says
    "by"                varchar         -- who imported it; NULL: not said
);

create table hand (                     -- every version of the record of every hand: the facts
    hand_id             ubigint,        -- which hand: its identity, whatever is written about it
    state               varchar,        -- current, superseded, conflict, overruled, void
    origin              varchar,        -- import, entry, derived (records joined, or corrected)
    seq                 uinteger,       -- the fact that brought this version
    source_id           uinteger,       -- the file it came in; NULL: entered or derived
    line                bigint,         -- where it starts there, from 1; NULL as source_id
    place_seq           uinteger,       -- source_id of the file, or seq of the entry, that first
    place_line          bigint,         -- had it: orders hands without a time, corrected or not
    game                varchar,        -- label of its game, as written
    hand                integer,        -- its number in the game, from 1
    date                varchar,        -- ISO date or offset date-time, as written
    club                varchar,
    "table"             varchar,
    event               varchar,        -- tournament or evening
    site                varchar,        -- a game site's own id of the hand
    rules               varchar,        -- as the record says; NULL: not said
    player_n            varchar,        -- names as written; the people are in `seat`
    player_e            varchar,
    player_s            varchar,
    player_w            varchar,
    dealer              varchar,
    bidder              varchar,
    calls               varchar,        -- `pass, pass, 4 up, 5 down` from the dealer's left
    bid                 varchar,        -- `4 up`, or `4` where a bid is a level alone
    trump               varchar,        -- S H D C or no
    direction           varchar,        -- up, down
    aces                varchar,        -- good, bad
    deal_n              varchar,        -- cards as dealt
    deal_e              varchar,
    deal_s              varchar,
    deal_w              varchar,
    kitty               varchar,
    discards            varchar,
    deal_order          varchar,        -- all cards in the order dealt
    tricks              varchar,        -- `S: 4S KS QS LJ > E | E: QD 4D`
    books               integer,        -- the bidders', as written, the kitty's book included
    made                boolean,        -- as written
    points_ns           integer,        -- as written at the table, like the three that follow
    points_ew           integer,
    score_ns            integer,        -- running, after the hand
    score_ew            integer,
    reneges             varchar,        -- called at the table, JSON list
    status              varchar,        -- passed_out, abandoned, misdeal, stopped, where written
    note                varchar,
    tags                varchar,        -- JSON list
    extra               varchar         -- keys we do not know, JSON object
);

-- The versions of every hand with the record_id of each: a hash of every fact, worked out when asked.
create view hand_record as
select *, md5_number_upper(concat_ws(chr(31),
        coalesce(game, ''), coalesce(hand::varchar, ''), coalesce(date, ''), coalesce(club, ''),
        coalesce("table", ''), coalesce(event, ''), coalesce(site, ''), coalesce(rules, ''),
        coalesce(player_n, ''), coalesce(player_e, ''), coalesce(player_s, ''),
        coalesce(player_w, ''), coalesce(dealer, ''), coalesce(bidder, ''), coalesce(calls, ''),
        coalesce(bid, ''), coalesce(trump, ''), coalesce(direction, ''), coalesce(aces, ''),
        coalesce(deal_n, ''), coalesce(deal_e, ''), coalesce(deal_s, ''), coalesce(deal_w, ''),
        coalesce(kitty, ''), coalesce(discards, ''), coalesce(deal_order, ''),
        coalesce(tricks, ''), coalesce(books::varchar, ''), coalesce(made::varchar, ''),
        coalesce(points_ns::varchar, ''), coalesce(points_ew::varchar, ''),
        coalesce(score_ns::varchar, ''), coalesce(score_ew::varchar, ''), coalesce(reneges, ''),
        coalesce(status, ''), coalesce(note, ''), coalesce(tags, ''), coalesce(extra, ''))) as record_id
from hand;

create table correction (               -- one row a field changed by hand
    hand_id             ubigint,
    seq                 uinteger,       -- later ones stand on earlier ones
    moment              varchar,        -- when, UTC, as the ledger says
    "by"                varchar,        -- who; NULL: not said
    field               varchar,        -- a column of `hand`
    before              varchar,        -- JSON value that stood there; null: nothing
    after               varchar,        -- JSON value that stands there since
    holds               boolean         -- false once another record was chosen instead
);

create table replay (                   -- what the cards say: one row a current hand, own rules
    hand_id             ubigint,
    series_id           ubigint,        -- hands of one evening, table, game label and four players
    source_id           uinteger,       -- as in hand; NULL: entered
    evening             date,           -- the day its evening began; NULL: undated
    rules_id            varchar,        -- the rules it was played by, a key of rule_set
    rules_from          varchar,        -- assigned, record, import, club: who said so
    counts              boolean,        -- takes part in the figures
    excluded            varchar,        -- codes why not, `books_differ,renege`; NULL: it counts
    level               tinyint,        -- of the bid that stood, 1 to 7
    kind                varchar,        -- up, down, no
    "by"                varchar,        -- the bidder's seat
    named               varchar,        -- trump suit, or no
    facing              varchar,        -- direction: up, down
    aces_were           varchar,        -- good, bad
    forced              boolean,        -- the dealer had to bid; NULL: no calls recorded
    position            tinyint,        -- the call that took the bid, 0 first to 3 dealer
    winners             varchar,        -- `WWNN…`, as far as known; NULL: none known
    tricks_known        tinyint,        -- how many that are
    taken_ns            tinyint,        -- books seen taken so far, the kitty's included
    taken_ew            tinyint,
    books_played        tinyint,        -- the bidders' at the end, before any penalty
    made_played         boolean,
    status              varchar,        -- complete, stopped, abandoned, misdeal, passed_out, invalid
    detail              varchar,        -- result, auction, bidder, deal, play; NULL: not even result
    holds               tinyint,        -- bits: 1 calls, 2 bidder's cards, 4 all hands, 8 all tricks
    renege_plays        bigint,         -- bits 4 * trick + seat
    faults              integer         -- bits, recorder.replay.Fault; 0: none
);

create table score (                    -- what a rule set makes of a hand in its game
    hand_id             ubigint,
    rules_id            varchar,        -- a key of rule_set
    game_id             ubigint,
    place               integer,        -- of the hand in its game as played, from 1
    books               tinyint,        -- the bidders' after any penalty
    books_ns            tinyint,
    books_ew            tinyint,
    made                boolean,
    points_ns           smallint,       -- of this hand
    points_ew           smallint,
    score_ns            smallint,       -- running, after this hand
    score_ew            smallint,
    winner              varchar,        -- NS, EW, drawn: on the hand that ended the game, else NULL
    ended_by            varchar,        -- target, set_limit, … with winner
    units               tinyint,        -- games the win counts for
    after_end           boolean         -- played after its game was over
);

create table game (                     -- one row a game, cut from a series by the rules
    game_id             ubigint,
    rules_id            varchar,        -- of its last hand
    series_id           ubigint,
    number              integer,        -- of the game in its series, from 1
    evening             date,           -- NULL: undated
    started             varchar,        -- date of its first hand, as written
    club                varchar,
    event               varchar,
    "table"             varchar,
    label               varchar,        -- of the game, as written; NULL: cut by the rules
    player_n            varchar,        -- names as written
    player_e            varchar,
    player_s            varchar,
    player_w            varchar,
    hands               integer,        -- played, those after the end included
    counted             integer,        -- of them, in the figures
    sets_ns             integer,        -- times NS were set, as far as known
    sets_ew             integer,
    score_ns            smallint,       -- at the end, or so far
    score_ew            smallint,
    winner              varchar,        -- NS, EW, drawn; NULL: not finished
    ended_by            varchar,
    units               tinyint,
    unfinished          boolean
);

create table game_sheet (               -- rows of sheets kept per game: no hands behind them
    source_id           uinteger,
    line                bigint,
    event               varchar,
    round               integer,
    "table"             varchar,
    game                varchar,
    team_a              varchar,
    team_b              varchar,        -- NULL in sheets with a row a team
    score_a             integer,
    score_b             integer,
    hands_a             integer,        -- hands won
    hands_b             integer,
    bostons_a           integer,
    bostons_b           integer,
    winner              varchar,
    status              varchar,
    entered_by          varchar
);

create table finding (                  -- everything that is wrong with a current hand
    hand_id             ubigint,
    code                varchar,        -- a key of recorder.findings.CODES
    severity            varchar,        -- invalid, conflict, note
    seat                varchar,
    trick               integer,        -- from 1
    card                varchar,
    call                integer,        -- from 1
    message             varchar
);

create table quarantine (               -- hands that could not be read
    source_id           uinteger,
    line                bigint,         -- of the fault
    "column"            integer,        -- of the fault, from 1; NULL: no one place
    start               bigint,         -- where the hand begins
    code                varchar,
    reason              varchar,
    raw                 varchar,        -- its text
    mended              uinteger        -- the import that brought it after all; NULL: still out
);

create table remark (                   -- what a reader said about a file it could read
    source_id           uinteger,
    line                bigint,         -- NULL: of the whole file
    code                varchar,
    message             varchar
);

create table rule_set (                 -- every rule set that a hand was played by, or that is saved
    rules_id            varchar,        -- hash of the content
    name                varchar,        -- as saved in the club, else the spec
    spec                varchar         -- `preset,section.field=value,…`
);

create table saved_rules (              -- the club's own names for rules
    name                varchar,
    rules_id            varchar,
    spec                varchar,
    seq                 uinteger
);

create table assigned (                 -- rules said afterwards for many hands; the last one holds
    seq                 uinteger,
    scope               varchar,        -- evening, source, series, hand
    value               varchar,        -- ISO date, sha256, or hex id
    rules               varchar         -- a name or a spec
);

create table person (
    person_id           ubigint,        -- of `key`
    key                 varchar,        -- tells people apart: the name first written, unless given
    name                varchar,        -- as shown now; two people may share it
    guest               boolean
);

create table alias (                    -- which person a name written down stands for
    name                varchar,        -- as written
    scope               varchar,        -- NULL: everywhere; or evening, source, hand
    value               varchar,        -- as in assigned
    person_id           ubigint,
    seq                 uinteger        -- NULL: the name stands for itself
);

create table note (                     -- written by people about a hand, beside the record's own
    hand_id             ubigint,
    seq                 uinteger,
    moment              varchar,
    "by"                varchar,
    text                varchar
);

create table tagged (                   -- tags put on a hand, or taken off, by people; see `tag`
    hand_id             ubigint,
    tag                 varchar,
    is_on               boolean,
    seq                 uinteger
);

create table settled (                  -- a hand whose findings somebody has looked at and accepted
    hand_id             ubigint,
    record_id           ubigint,        -- it holds while this record is current
    seq                 uinteger
);

create table dialect (                  -- how this club's files are to be read
    key                 varchar,
    choice              varchar,
    seq                 uinteger
);

-- The tags of a hand: those of its record and those put on since, without those taken off.
create view tag as
select hand_id, tag from (
    select hand_id, unnest(from_json(tags, '["varchar"]')) as tag
    from hand where state = 'current' and tags is not null
) as said
where not exists (
    from tagged where tagged.hand_id = said.hand_id and tagged.tag = said.tag and not is_on
)
union
select hand_id, tag from tagged where is_on;

-- Who sat where: a name stands for the person said for this hand, file or evening, or in general.
create view seat as
with sat as (
    select hand_id, replay.source_id, evening,
        unnest(['N', 'E', 'S', 'W']) as seat,
        unnest([player_n, player_e, player_s, player_w]) as name
    from hand join replay using (hand_id) where state = 'current'
)
select sat.hand_id, sat.seat, if(sat.seat in ('N', 'S'), 'NS', 'EW') as side,
    sat.name, person.person_id, person.name as person, coalesce(person.guest, false) as guest
from sat
left join source on source.source_id = sat.source_id
left join alias as here on here.name = sat.name and here.scope = 'hand'
    and here.value = hex_id(sat.hand_id)
left join alias as in_file on in_file.name = sat.name and in_file.scope = 'source'
    and in_file.value = source.sha256
left join alias as that_evening on that_evening.name = sat.name and that_evening.scope = 'evening'
    and that_evening.value = sat.evening::varchar
left join alias as general on general.name = sat.name and general.scope is null
left join person on person.person_id = coalesce(
    here.person_id, in_file.person_id, that_evening.person_id, general.person_id)
where sat.name is not null;
