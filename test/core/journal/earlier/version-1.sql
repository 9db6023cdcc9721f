-- A journal as version 1 left it: its tables, and the entries, from which the projections are made.
BEGIN;
PRAGMA application_id = 1129140308;
PRAGMA user_version = 1;
CREATE TABLE entries (
  sequence INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT,
  body TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_ref ON entries (ref, sequence) WHERE ref IS NOT NULL;
CREATE TRIGGER entries_are_appended BEFORE INSERT ON entries
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM entries)
BEGIN SELECT raise(ABORT, 'entries are appended in order, without gaps'); END;
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
CREATE TABLE sales (
  recorded_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  ref TEXT NOT NULL UNIQUE,
  review_id TEXT NOT NULL UNIQUE,
  sale TEXT NOT NULL,
  state TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.state'),
  recorded_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.recordedAtMs'),
  changed_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.changedAtMs'),
  number TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.order.number'),
  value_centimes INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.order.valueCentimes'),
  CHECK (ref = sale ->> '$.ref' AND review_id = sale ->> '$.reviewId')
) STRICT;
CREATE INDEX sales_by_state ON sales (state, changed_at_ms);
CREATE INDEX sales_by_changed_at ON sales (changed_at_ms);
CREATE INDEX sales_by_number ON sales (number, value_centimes, recorded_at_ms);
CREATE TABLE attempts (
  ref TEXT NOT NULL REFERENCES sales (ref),
  attempt INTEGER NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  outcome TEXT,
  reason TEXT,
  request_id TEXT,
  PRIMARY KEY (ref, attempt)
) STRICT, WITHOUT ROWID;
INSERT INTO entries VALUES (1, 1767603600000, 'journal-created', NULL, '{"account":"shop","environment":"training","journalId":"j-1","kind":"journal-created"}', 'e678f68905f314f4466adfd86a41f041a6df8a35beae7bf02c795e0e4ed3927a');
INSERT INTO entries VALUES (2, 1767603600000, 'sale-recorded', '01KE6P4YM10400000100000080', '{"costCentimes":98000,"kind":"sale-recorded","order":{"kind":"internet","number":"023456789","type":"ADSL","valueCentimes":100000},"priceCentimes":100000,"ref":"01KE6P4YM10400000100000080","request":{"number":"023456789","ref":"01KE6P4YM10400000100000080","type":"ADSL","value":1000},"reviewId":"review-01KE6P4YM10400000100000080","subscriber":{"customerNumber":"02***89","offer":"IDOOM 20"}}', '249d1503d60b9415caf0dba7b0429c9d244e5003cca91dbce18dfffa34ccccb5');
INSERT INTO entries VALUES (3, 1767603600000, 'attempt-started', '01KE6P4YM10400000100000080', '{"attempt":1,"kind":"attempt-started","ref":"01KE6P4YM10400000100000080"}', 'a29554627e1ddb9066e1e18aaf68a3e7edf5d5e4705da0ec4bed88a66f99829b');
INSERT INTO entries VALUES (4, 1767603600000, 'doubted', '01KE6P4YM10400000100000080', '{"kind":"doubted","reason":"time-out","ref":"01KE6P4YM10400000100000080","requestId":null}', '7a9dada07fee4d35e9443762714bef4e118cf90d4c87de24ec0c1b39bfc7dcb4');
INSERT INTO entries VALUES (5, 1767603600000, 'not-found', '01KE6P4YM10400000100000080', '{"kind":"not-found","lookUps":3,"ref":"01KE6P4YM10400000100000080","requestId":"req-404"}', '37cdd14d749007dab9584c876ebd581a09a4836e9af36d31d664387deda1ca01');
INSERT INTO entries VALUES (6, 1767603600000, 'attempt-started', '01KE6P4YM10400000100000080', '{"attempt":2,"kind":"attempt-started","ref":"01KE6P4YM10400000100000080"}', '1036d9741304bb3bd8c3874cf10bb8735f5399aa614a05a494ebb46ba62a3c01');
INSERT INTO entries VALUES (7, 1767603600000, 'accepted', '01KE6P4YM10400000100000080', '{"attempt":2,"kind":"accepted","ref":"01KE6P4YM10400000100000080","requestId":"req-send","topupId":"top-1"}', '294fa388b37d8e7aeefad07479819f6b77f8f14242e62467c15e60129d461d2a');
INSERT INTO entries VALUES (8, 1767603600000, 'observed', '01KE6P4YM10400000100000080', '{"cardTail":null,"expected":true,"kind":"observed","ref":"01KE6P4YM10400000100000080","requestId":"req-look","status":"QUEUED","topupId":null,"transactionNumber":null}', '424ec36aded9bc275714edbfb173f83543c1e7fee6b670f4ca8b929051b7f943');
INSERT INTO entries VALUES (9, 1767603600000, 'observed', '01KE6P4YM10400000100000080', '{"cardTail":"CARD","expected":true,"kind":"observed","ref":"01KE6P4YM10400000100000080","requestId":"req-look","status":"FULFILLED","topupId":"top-1","transactionNumber":"TESTTRANS"}', '423b835de317bc7b1b41f03132e79d0e67569eda56d58409781b8e8899e04370');
INSERT INTO entries VALUES (10, 1767603600000, 'sale-recorded', '01KE6P4YM208000002000000G0', '{"costCentimes":98000,"kind":"sale-recorded","order":{"kind":"internet","number":"023456789","type":"ADSL","valueCentimes":100000},"priceCentimes":100000,"ref":"01KE6P4YM208000002000000G0","request":{"number":"023456789","ref":"01KE6P4YM208000002000000G0","type":"ADSL","value":1000},"reviewId":"review-01KE6P4YM208000002000000G0","subscriber":{"customerNumber":"02***89","offer":"IDOOM 20"}}', '54c560fc93d72c2d1c61b4423d554924e99a4699a49402374eeeeae07cd80d37');
INSERT INTO entries VALUES (11, 1767603600000, 'attempt-started', '01KE6P4YM208000002000000G0', '{"attempt":1,"kind":"attempt-started","ref":"01KE6P4YM208000002000000G0"}', '10e18e61d1cd74a1122fef0e88c3dd2c63c7210a7c840d5d11057de994f165c5');
INSERT INTO entries VALUES (12, 1767603600000, 'doubted', '01KE6P4YM208000002000000G0', '{"kind":"doubted","reason":"time-out","ref":"01KE6P4YM208000002000000G0","requestId":null}', 'd3470c90c44da0c903775d2c100b6afce065b48b759905cbcb981acefeac3584');
INSERT INTO entries VALUES (13, 1767603600000, 'not-found', '01KE6P4YM208000002000000G0', '{"kind":"not-found","lookUps":3,"ref":"01KE6P4YM208000002000000G0","requestId":"req-404"}', '2f0c4490eb8c7f670bb836aa1cd187a094f061aa96d99a9d972694777576abe7');
INSERT INTO entries VALUES (14, 1767603600000, 'attempt-started', '01KE6P4YM208000002000000G0', '{"attempt":2,"kind":"attempt-started","ref":"01KE6P4YM208000002000000G0"}', '6f428b6fa984e141c768787ddfb984c2b6f343692f1f0316ac6cf1a57cd0c695');
INSERT INTO entries VALUES (15, 1767603600000, 'accepted', '01KE6P4YM208000002000000G0', '{"attempt":2,"kind":"accepted","ref":"01KE6P4YM208000002000000G0","requestId":"req-send","topupId":"top-1"}', '6a6b8760700fb286b29565f38951d3c5627c79d1ff0dcb979fd86a8ed7496495');
INSERT INTO entries VALUES (16, 1767603600000, 'observed', '01KE6P4YM208000002000000G0', '{"cardTail":null,"expected":true,"kind":"observed","ref":"01KE6P4YM208000002000000G0","requestId":"req-look","status":"QUEUED","topupId":null,"transactionNumber":null}', '37924fac4921e1c4ffecb1a166f86f9bd5844222dc0d2ee4d92777a5b58cdff2');
INSERT INTO entries VALUES (17, 1767603600000, 'observed', '01KE6P4YM208000002000000G0', '{"cardTail":"CARD","expected":true,"kind":"observed","ref":"01KE6P4YM208000002000000G0","requestId":"req-look","status":"FULFILLED","topupId":"top-1","transactionNumber":"TESTTRANS"}', '3b6471a0a383ab9ef9f50e6d7c7e13bf2fe1038250b441d0bab35a3a8fdb373e');
COMMIT;
