-- A journal as version 10 left it: its tables, and the entries, from which the projections are made.
BEGIN;
PRAGMA application_id = 1129140308;
PRAGMA user_version = 10;
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
  kind TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.order.kind'),
  state TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.state'),
  recorded_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.recordedAtMs'),
  changed_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.changedAtMs'),
  subject TEXT NOT NULL GENERATED ALWAYS AS (sale ->> '$.subject'),
  value_centimes INTEGER NOT NULL GENERATED ALWAYS AS (sale ->> '$.valueCentimes'),
  service_id TEXT GENERATED ALWAYS AS (sale ->> '$.serviceId'),
  transaction_id TEXT GENERATED ALWAYS AS (sale ->> '$.order.transactionId'),
  CHECK (ref = sale ->> '$.ref' AND review_id = sale ->> '$.reviewId')
) STRICT;
CREATE INDEX sales_by_state ON sales (state, changed_at_ms);
CREATE INDEX sales_by_changed_at ON sales (changed_at_ms);
CREATE INDEX sales_by_subject ON sales (subject, value_centimes, recorded_at_ms);
CREATE INDEX sales_by_kind ON sales (kind, recorded_sequence);
CREATE UNIQUE INDEX sales_by_gift_card_order ON sales (service_id) WHERE kind = 'gift-card' AND service_id IS NOT NULL;
CREATE UNIQUE INDEX sales_by_transaction ON sales (transaction_id) WHERE transaction_id IS NOT NULL;
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
CREATE INDEX entries_by_print_job ON entries (body ->> '$.jobId', sequence) WHERE kind LIKE 'print-%';
CREATE TABLE print_jobs (
  queued_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  job_id TEXT NOT NULL UNIQUE,
  job TEXT NOT NULL,
  ref TEXT GENERATED ALWAYS AS (job ->> '$.ref'),
  state TEXT NOT NULL GENERATED ALWAYS AS (job ->> '$.state'),
  CHECK (job_id = job ->> '$.jobId')
) STRICT;
CREATE INDEX print_jobs_by_ref ON print_jobs (ref, queued_sequence) WHERE ref IS NOT NULL;
CREATE INDEX print_jobs_not_done ON print_jobs (queued_sequence)
WHERE state IN ('queued', 'sending', 'failed', 'may-have-printed');
CREATE TABLE sale_terms (
  block INTEGER NOT NULL,
  term TEXT NOT NULL,
  recorded_sequence INTEGER NOT NULL,
  PRIMARY KEY (block, term, recorded_sequence),
  CHECK (block = recorded_sequence >> 13)
) STRICT, WITHOUT ROWID;
CREATE INDEX sale_terms_by_term ON sale_terms (term, recorded_sequence);
CREATE TABLE sale_blocks (
  block INTEGER NOT NULL,
  kind TEXT NOT NULL,
  sales INTEGER NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (block, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX sales_by_standing ON sales (kind, state, recorded_sequence, recorded_at_ms);
CREATE INDEX sales_in_order ON sales (recorded_sequence, kind, state, recorded_at_ms);
CREATE INDEX sales_by_recorded_at ON sales (recorded_at_ms);
CREATE INDEX sales_by_service_id ON sales (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX entries_of_reconciliation ON entries (sequence) WHERE kind IN ('finding-settled', 'day-signed-off');
CREATE INDEX sales_by_decision ON sales (changed_at_ms) WHERE sale ->> '$.byDecision.isOverruled' = 0;
CREATE INDEX entries_by_act ON entries (body ->> '$.actId', sequence) WHERE kind IN ('shift-opened', 'cash-moved',
  'shift-counted', 'shift-closed', 'refund-given', 'refund-repaid', 'person-added', 'person-changed');
CREATE INDEX entries_of_till ON entries (sequence) WHERE kind IN ('shift-opened', 'cash-moved', 'shift-counted',
  'shift-closed', 'refund-given', 'refund-repaid');
CREATE INDEX entries_of_people ON entries (kind, sequence) WHERE kind IN ('person-added', 'person-changed',
  'person-signed-in', 'pin-refused', 'act-approved');
CREATE TABLE shifts (
  shift INTEGER PRIMARY KEY,
  document TEXT NOT NULL,
  CHECK (shift = document ->> '$.shift')
) STRICT;
CREATE TABLE refunds (
  ref TEXT PRIMARY KEY REFERENCES sales (ref),
  document TEXT NOT NULL,
  state TEXT NOT NULL GENERATED ALWAYS AS (document ->> '$.state'),
  balance_centimes INTEGER GENERATED ALWAYS AS (document ->> '$.balanceCentimes'),
  given_centimes INTEGER NOT NULL,
  changed_at_ms INTEGER NOT NULL GENERATED ALWAYS AS (document ->> '$.changedAtMs'),
  CHECK (ref = document ->> '$.ref')
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_open ON refunds (state, changed_at_ms, ref, balance_centimes) WHERE state IN ('due', 'debt');
CREATE INDEX print_jobs_of_till ON print_jobs (job ->> '$.till', queued_sequence) WHERE job ->> '$.till' IS NOT NULL;
INSERT INTO entries VALUES (1, 1767603600000, 'journal-created', NULL, '{"account":"shop","environment":"training","journalId":"j-1","kind":"journal-created"}', 'e678f68905f314f4466adfd86a41f041a6df8a35beae7bf02c795e0e4ed3927a');
INSERT INTO entries VALUES (2, 1767603600000, 'sale-recorded', '01KE6P4YM10400000100000080', '{"costCentimes":98000,"kind":"sale-recorded","order":{"kind":"internet","number":"023456789","type":"ADSL","valueCentimes":100000},"priceCentimes":100000,"ref":"01KE6P4YM10400000100000080","request":{"number":"023456789","ref":"01KE6P4YM10400000100000080","type":"ADSL","value":1000},"reviewId":"review-01KE6P4YM10400000100000080","subscriber":{"customerNumber":"02***89","offer":"IDOOM 20"}}', '249d1503d60b9415caf0dba7b0429c9d244e5003cca91dbce18dfffa34ccccb5');
INSERT INTO entries VALUES (3, 1767603600000, 'attempt-started', '01KE6P4YM10400000100000080', '{"attempt":1,"kind":"attempt-started","ref":"01KE6P4YM10400000100000080"}', 'a29554627e1ddb9066e1e18aaf68a3e7edf5d5e4705da0ec4bed88a66f99829b');
INSERT INTO entries VALUES (4, 1767603600000, 'doubted', '01KE6P4YM10400000100000080', '{"kind":"doubted","reason":"time-out","ref":"01KE6P4YM10400000100000080","requestId":null}', '7a9dada07fee4d35e9443762714bef4e118cf90d4c87de24ec0c1b39bfc7dcb4');
INSERT INTO entries VALUES (5, 1767603600000, 'not-found', '01KE6P4YM10400000100000080', '{"kind":"not-found","lookUps":3,"ref":"01KE6P4YM10400000100000080","requestId":"req-404"}', '37cdd14d749007dab9584c876ebd581a09a4836e9af36d31d664387deda1ca01');
INSERT INTO entries VALUES (6, 1767603600000, 'attempt-started', '01KE6P4YM10400000100000080', '{"attempt":2,"kind":"attempt-started","ref":"01KE6P4YM10400000100000080"}', '1036d9741304bb3bd8c3874cf10bb8735f5399aa614a05a494ebb46ba62a3c01');
INSERT INTO entries VALUES (7, 1767603600000, 'accepted', '01KE6P4YM10400000100000080', '{"attempt":2,"kind":"accepted","ref":"01KE6P4YM10400000100000080","requestId":"req-send","serviceId":"top-1"}', '6e4ffdd82aa233dd5b1ccd3375142a4d79a1ee2d778e41478b034bddee725e7d');
INSERT INTO entries VALUES (8, 1767603600000, 'observed', '01KE6P4YM10400000100000080', '{"cardTail":null,"cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01KE6P4YM10400000100000080","refundMessage":null,"requestId":"req-look","serviceId":null,"status":"QUEUED","transactionNumber":null}', 'b641c7d750d67d97e49bfed026a4c9fe269c2c5dc0899cba5c62f0d4aa744f1d');
INSERT INTO entries VALUES (9, 1767603600000, 'observed', '01KE6P4YM10400000100000080', '{"cardTail":"CARD","cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01KE6P4YM10400000100000080","refundMessage":null,"requestId":"req-look","serviceId":"top-1","status":"FULFILLED","transactionNumber":"TESTTRANS"}', 'ff69e911959fa453490773eedbf3526313d66e5451ddb1826dba65f3e4898d16');
INSERT INTO entries VALUES (10, 1767603600000, 'sale-recorded', '01KE6P4YM208000002000000G0', '{"costCentimes":98000,"kind":"sale-recorded","order":{"kind":"internet","number":"023456789","type":"ADSL","valueCentimes":100000},"priceCentimes":100000,"ref":"01KE6P4YM208000002000000G0","request":{"number":"023456789","ref":"01KE6P4YM208000002000000G0","type":"ADSL","value":1000},"reviewId":"review-01KE6P4YM208000002000000G0","subscriber":{"customerNumber":"02***89","offer":"IDOOM 20"}}', '8e8b4f5cd5b660a2b980a3487af54889d19c12b8c425b6cae1d8be389c0ca1b8');
INSERT INTO entries VALUES (11, 1767603600000, 'attempt-started', '01KE6P4YM208000002000000G0', '{"attempt":1,"kind":"attempt-started","ref":"01KE6P4YM208000002000000G0"}', '531849d5fd0c95db70f6fe05bead706fbd52c0a7c8f55701b016a3c1f35c7890');
INSERT INTO entries VALUES (12, 1767603600000, 'doubted', '01KE6P4YM208000002000000G0', '{"kind":"doubted","reason":"time-out","ref":"01KE6P4YM208000002000000G0","requestId":null}', '5d8f2647b3590a1ae133f5a7961a33842f148701c8310277e60179cf76104620');
INSERT INTO entries VALUES (13, 1767603600000, 'not-found', '01KE6P4YM208000002000000G0', '{"kind":"not-found","lookUps":3,"ref":"01KE6P4YM208000002000000G0","requestId":"req-404"}', '96409cbee1036eff96f56c5b52189bc1ff6e597fd5934de34a98320232e79ef6');
INSERT INTO entries VALUES (14, 1767603600000, 'attempt-started', '01KE6P4YM208000002000000G0', '{"attempt":2,"kind":"attempt-started","ref":"01KE6P4YM208000002000000G0"}', '6ed044fc772f6a3bbf50ba35c95b75e70495c13ae2bf9e09342cfefad15d758f');
INSERT INTO entries VALUES (15, 1767603600000, 'accepted', '01KE6P4YM208000002000000G0', '{"attempt":2,"kind":"accepted","ref":"01KE6P4YM208000002000000G0","requestId":"req-send","serviceId":"top-1"}', '073171f06097b6df6003ef21bfcde98d16917be86d2b232e264338e4e2931a5e');
INSERT INTO entries VALUES (16, 1767603600000, 'observed', '01KE6P4YM208000002000000G0', '{"cardTail":null,"cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01KE6P4YM208000002000000G0","refundMessage":null,"requestId":"req-look","serviceId":null,"status":"QUEUED","transactionNumber":null}', 'f6df059b51eb3f2da5f7e5361bec69334af4f84bdce29ef96f6b88f9c3492be7');
INSERT INTO entries VALUES (17, 1767603600000, 'observed', '01KE6P4YM208000002000000G0', '{"cardTail":"CARD","cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01KE6P4YM208000002000000G0","refundMessage":null,"requestId":"req-look","serviceId":"top-1","status":"FULFILLED","transactionNumber":"TESTTRANS"}', '6417d82693ece5816c3ae9d286e9113efc332ccfd392cbb99519fe81646ea3f0');
INSERT INTO entries VALUES (18, 1767603600000, 'shift-opened', NULL, '{"actId":"act-00000001","float":{"note-1000":10},"floatCentimes":1000000,"kind":"shift-opened","shift":1,"who":"Amina"}', 'dd1a0cf671fe7281b3a51e4f7f5e859c158a616fd9980e19c3a6a9640da1a2bf');
INSERT INTO entries VALUES (19, 1767603600000, 'cash-moved', NULL, '{"actId":"act-00000002","kind":"cash-moved","moved":{"amountCentimes":50000,"movement":"drop"},"shift":1,"who":"Amina"}', '49b19daed053eabe5fb9f09ddb5a48c7a23563590c9e0f537f5bffcc4ce3093c');
COMMIT;
