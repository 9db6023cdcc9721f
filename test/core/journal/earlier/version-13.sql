-- A journal as version 13 left it: its tables, and the entries, from which the projections are made.
BEGIN;
PRAGMA application_id = 1129140308;
PRAGMA user_version = 13;
CREATE TABLE entries (
  sequence INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  ref TEXT,
  body TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX entries_by_ref ON entries (ref, sequence) WHERE ref IS NOT NULL;
CREATE INDEX entries_of_changes ON entries (sequence) WHERE kind = 'changed';
CREATE INDEX entries_of_care ON entries (sequence) WHERE kind IN ('journal-restored', 'journal-accepted');
CREATE TRIGGER entries_are_appended BEFORE INSERT ON entries
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM entries)
BEGIN SELECT raise(ABORT, 'entries are appended in order, without gaps'); END;
CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
BEGIN SELECT raise(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_are_never_deleted BEFORE DELETE ON entries
BEGIN SELECT raise(ABORT, 'entries are never deleted'); END;
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
CREATE TABLE sale_blocks (
  block INTEGER NOT NULL,
  kind TEXT NOT NULL,
  sales INTEGER NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (block, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_of_reconciliation ON entries (sequence) WHERE kind IN ('finding-settled', 'day-signed-off');
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
CREATE TABLE sales (
  recorded_sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  changed_sequence INTEGER NOT NULL REFERENCES entries (sequence),
  ref TEXT NOT NULL UNIQUE,
  review_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  value_centimes INTEGER NOT NULL,
  transaction_id TEXT,
  recorded_at_ms INTEGER NOT NULL,
  service_id TEXT,
  state TEXT NOT NULL,
  changed_at_ms INTEGER NOT NULL,
  sale TEXT NOT NULL,
  CHECK (
    json_array(ref, review_id, kind, subject, value_centimes, transaction_id, recorded_at_ms, service_id, state,
      changed_at_ms) =
    json_extract(sale, '$.ref', '$.reviewId', '$.order.kind', '$.subject', '$.valueCentimes', '$.order.transactionId',
      '$.recordedAtMs', '$.serviceId', '$.state', '$.changedAtMs')
  )
) STRICT;
CREATE INDEX sales_by_state ON sales (state, changed_at_ms);
CREATE INDEX sales_by_subject ON sales (subject, value_centimes, recorded_at_ms);
CREATE INDEX sales_by_kind ON sales (kind, recorded_sequence);
CREATE UNIQUE INDEX sales_by_gift_card_order ON sales (service_id) WHERE kind = 'gift-card' AND service_id IS NOT NULL;
CREATE UNIQUE INDEX sales_by_transaction ON sales (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX sales_by_recorded_at ON sales (recorded_at_ms);
CREATE INDEX sales_by_service_id ON sales (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX sales_by_standing ON sales (kind, state, recorded_sequence, recorded_at_ms);
CREATE INDEX sales_in_order ON sales (recorded_sequence, kind, state, recorded_at_ms);
CREATE INDEX sales_by_decision ON sales (changed_at_ms) WHERE sale ->> '$.byDecision.isOverruled' = 0;
CREATE INDEX entries_by_act ON entries (body ->> '$.actId', sequence) WHERE kind IN ('shift-opened', 'cash-moved',
  'shift-counted', 'shift-closed', 'refund-given', 'refund-repaid', 'person-added', 'person-changed', 'customer-added',
  'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out', 'prices-changed');
CREATE INDEX entries_of_till ON entries (sequence) WHERE kind IN ('shift-opened', 'cash-moved', 'shift-counted',
  'shift-closed', 'refund-given', 'refund-repaid', 'debt-repaid', 'credit-paid-out');
CREATE INDEX entries_of_customers ON entries (body ->> '$.customer', sequence) WHERE kind IN ('customer-added',
  'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out');
CREATE INDEX entries_of_prices ON entries (sequence) WHERE kind = 'prices-changed';
CREATE TABLE customers (
  customer_id TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  CHECK (customer_id = document ->> '$.customerId')
) STRICT, WITHOUT ROWID;
CREATE TABLE customer_names (
  customer_id TEXT PRIMARY KEY,
  number TEXT NOT NULL UNIQUE,
  name TEXT,
  salt TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE carnet_lines (
  sequence INTEGER PRIMARY KEY REFERENCES entries (sequence),
  document TEXT NOT NULL,
  customer_id TEXT NOT NULL GENERATED ALWAYS AS (document ->> '$.customerId'),
  ref TEXT GENERATED ALWAYS AS (document ->> '$.ref'),
  amount_centimes INTEGER NOT NULL GENERATED ALWAYS AS (document ->> '$.amountCentimes'),
  CHECK (sequence = document ->> '$.sequence')
) STRICT;
CREATE INDEX carnet_lines_by_customer ON carnet_lines (customer_id, sequence, amount_centimes);
CREATE INDEX carnet_lines_by_ref ON carnet_lines (ref, sequence) WHERE ref IS NOT NULL;
CREATE INDEX sales_by_customer ON sales (sale ->> '$.till.customer', recorded_sequence)
WHERE sale ->> '$.till.customer' IS NOT NULL;
CREATE INDEX entries_by_time ON entries (at_ms);
CREATE INDEX entries_of_archives ON entries (sequence) WHERE kind = 'archive-made';
CREATE TABLE day_totals (
  day INTEGER NOT NULL,
  service TEXT NOT NULL,
  operator TEXT NOT NULL,
  cashier TEXT NOT NULL,
  sales INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  earned INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  held INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  face INTEGER NOT NULL,
  PRIMARY KEY (day, service, operator, cashier)
) STRICT, WITHOUT ROWID;
CREATE TABLE hour_totals (
  hour INTEGER PRIMARY KEY,
  sales INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  earned INTEGER NOT NULL,
  owed INTEGER NOT NULL,
  held INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  face INTEGER NOT NULL
) STRICT;
CREATE TABLE day_acts (
  day INTEGER NOT NULL,
  act TEXT NOT NULL,
  count INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (day, act)
) STRICT, WITHOUT ROWID;
CREATE INDEX sale_terms_by_term ON sale_terms (term, recorded_sequence);
INSERT INTO entries VALUES (1, 1795683600000, 'journal-created', NULL, '{"account":"shop","environment":"training","journalId":"6738085d-0fb1-4044-9b1d-f53ab57eddfc","kind":"journal-created"}', '346925416b5647ea1128637a4c7f4bdd59c26f63288542331f096baf4916f0d0');
INSERT INTO entries VALUES (2, 1795683600010, 'changed', NULL, '{"after":"{\"isOn\":true,\"limitCentimes\":500000,\"saleLimitCentimes\":null}","before":"{\"isOn\":false,\"limitCentimes\":0,\"saleLimitCentimes\":null}","kind":"changed","what":"carnet-settings","who":null}', 'cda8f4ffb5bd0c21b023958ea4c813f64e06e7999d08be287f13213129a52209');
INSERT INTO entries VALUES (3, 1795683600010, 'changed', NULL, '{"after":"{\"shifts\":true,\"printZ\":false,\"lockAfterMinutes\":null,\"strip\":false,\"blindClose\":true,\"limits\":{\"saleCentimes\":null,\"hourCentimes\":null,\"refundCentimes\":null,\"differenceCentimes\":null}}","before":"{\"shifts\":false,\"printZ\":false,\"lockAfterMinutes\":null,\"strip\":false,\"blindClose\":true,\"limits\":{\"saleCentimes\":null,\"hourCentimes\":null,\"refundCentimes\":null,\"differenceCentimes\":null}}","kind":"changed","what":"till-settings","who":null}', '664515d95ef48316bbb7e8b0ed766a0682984bdf3fc31961f24aae292978bb07');
INSERT INTO entries VALUES (4, 1795683600010, 'shift-opened', NULL, '{"actId":"act-00000001","float":{"coin-5":0,"note-1000":1},"floatCentimes":100000,"kind":"shift-opened","shift":1,"who":"Amina"}', '1052d05ecaedd1ce29fa8d6cd021badc3489f4042e389119bd6467fd4be1e520');
INSERT INTO entries VALUES (5, 1795683600010, 'customer-added', NULL, '{"actId":"act-00000002","customer":"864e7fd9-27f1-4edb-9b53-72ac0cc882a9","digest":"5f0322a85ff50b6beca7225c44eee89330faaba0fdee79094164702e24474089","kind":"customer-added","who":"Amina"}', 'e3a0cf233f970e926f1c98e533f8f316b69c89545e531244b5c45f7dd6c1cb16');
INSERT INTO entries VALUES (6, 1795683600030, 'sale-recorded', '01M8BHAHMY6BJEQKSE39NY5HVC', '{"costCentimes":48250,"kind":"sale-recorded","order":{"kind":"internet","number":"023456789","type":"ADSL","valueCentimes":50000},"priceCentimes":50000,"pricing":{"baseCentimes":50000,"commissionCentimes":1750,"feeCentimes":0,"surchargeCentimes":0},"ref":"01M8BHAHMY6BJEQKSE39NY5HVC","request":{"number":"023456789","ref":"01M8BHAHMY6BJEQKSE39NY5HVC","type":"ADSL","value":500},"reviewId":"dcb197c6-2c5f-4958-b907-c861a59dccb4","subscriber":{"customerNumber":"032****01","offer":"IDOOM ADSL 10 Mbps"},"till":{"customer":"864e7fd9-27f1-4edb-9b53-72ac0cc882a9","means":"on-account","onAccount":{"limitCentimes":500000},"shift":1}}', 'e159d47cd01046d344d63ff3f0a449ad5fc28b97db16ac5e0b15d2b1ad833bb9');
INSERT INTO entries VALUES (7, 1795683600030, 'attempt-started', '01M8BHAHMY6BJEQKSE39NY5HVC', '{"attempt":1,"kind":"attempt-started","ref":"01M8BHAHMY6BJEQKSE39NY5HVC","serverOffsetMs":0}', '661d85b10311fe115d6436ef05257e5f1882602b02241c8949361062f8e44a10');
INSERT INTO entries VALUES (8, 1795683600040, 'accepted', '01M8BHAHMY6BJEQKSE39NY5HVC', '{"attempt":1,"kind":"accepted","ref":"01M8BHAHMY6BJEQKSE39NY5HVC","requestId":"a31d547c-3696-461c-be52-158d7440316c","serviceId":"0c22f2d41345694f2cc9b504"}', '6ca4eb30179cd46b8e68e4fe014062a0b26f8a05193d4c5985c513206306089e');
INSERT INTO entries VALUES (9, 1795683601050, 'observed', '01M8BHAHMY6BJEQKSE39NY5HVC', '{"cardTail":null,"cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01M8BHAHMY6BJEQKSE39NY5HVC","refundMessage":null,"requestId":"e068b095-7477-4ead-af3e-de9125e592a1","serviceId":"0c22f2d41345694f2cc9b504","status":"HANDLING","transactionNumber":null}', 'a9b1709879c1f517eacb1a43661eed6bce9ccd4710bcdd05b7aa556e3d0d6791');
INSERT INTO entries VALUES (10, 1795683603060, 'observed', '01M8BHAHMY6BJEQKSE39NY5HVC', '{"cardTail":"CARD","cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01M8BHAHMY6BJEQKSE39NY5HVC","refundMessage":null,"requestId":"fe5d7f08-8c2b-4245-894c-7c90881f862d","serviceId":"0c22f2d41345694f2cc9b504","status":"FULFILLED","transactionNumber":"TESTTRANS"}', 'ac6a4be4cfefbc0263297aa29d1c14c0527d1204d981d8d486d4b49fad839cfd');
INSERT INTO entries VALUES (11, 1795683603080, 'sale-recorded', '01M8BHAMM8KQESCP96F0HS8FCJ', '{"costCentimes":96500,"kind":"sale-recorded","order":{"kind":"internet","number":"024000001","type":"ADSL","valueCentimes":100000},"priceCentimes":100000,"pricing":{"baseCentimes":100000,"commissionCentimes":3500,"feeCentimes":0,"surchargeCentimes":0},"ref":"01M8BHAMM8KQESCP96F0HS8FCJ","request":{"number":"024000001","ref":"01M8BHAMM8KQESCP96F0HS8FCJ","type":"ADSL","value":1000},"reviewId":"883e31dc-d03f-4f65-ad9f-74c552677ba6","subscriber":{"customerNumber":"129****46","offer":"IDOOM VDSL 50 Mbps"},"till":{"means":"cash","shift":1}}', '24465770ed536090b90c13226d13a7101dc14380c38d3d51f9959dcb61a9d7cc');
INSERT INTO entries VALUES (12, 1795683603080, 'attempt-started', '01M8BHAMM8KQESCP96F0HS8FCJ', '{"attempt":1,"kind":"attempt-started","ref":"01M8BHAMM8KQESCP96F0HS8FCJ","serverOffsetMs":0}', '08819a64d1df931e6e68de4cca546d9dd60b59c48fded263115173e2cfca1b8f');
INSERT INTO entries VALUES (13, 1795683603090, 'accepted', '01M8BHAMM8KQESCP96F0HS8FCJ', '{"attempt":1,"kind":"accepted","ref":"01M8BHAMM8KQESCP96F0HS8FCJ","requestId":"34ef5ecc-43b2-4dc0-9e61-b4ada219bd93","serviceId":"65d7a682ac414e6041fb49f2"}', 'ece2864de7cf6870ed2cc55a34a4c502a34c136cdfba0e7f47ed7b3a370ce598');
INSERT INTO entries VALUES (14, 1795683604100, 'observed', '01M8BHAMM8KQESCP96F0HS8FCJ', '{"cardTail":null,"cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01M8BHAMM8KQESCP96F0HS8FCJ","refundMessage":null,"requestId":"bb5b7484-2024-4bdc-9972-24d402d5ec20","serviceId":"65d7a682ac414e6041fb49f2","status":"HANDLING","transactionNumber":null}', '3b88e78c0daf61c7db428edf3261acf9cf715432dc47903826880b4c184a103f');
INSERT INTO entries VALUES (15, 1795683606110, 'observed', '01M8BHAMM8KQESCP96F0HS8FCJ', '{"cardTail":"CARD","cards":[],"debitCentimes":null,"deliveredCount":null,"errorCode":null,"expected":true,"kind":"observed","offers":[],"ref":"01M8BHAMM8KQESCP96F0HS8FCJ","refundMessage":null,"requestId":"687685ee-77bd-4586-8b41-0cde40a7470c","serviceId":"65d7a682ac414e6041fb49f2","status":"FULFILLED","transactionNumber":"TESTTRANS"}', '608c8c788d97368e97540bf0785082bfc37d466da498fd435751e484f4a289db');
INSERT INTO entries VALUES (16, 1795683606110, 'debt-repaid', NULL, '{"actId":"act-00000003","amountCentimes":20000,"customer":"864e7fd9-27f1-4edb-9b53-72ac0cc882a9","kind":"debt-repaid","means":"cash","shift":1,"who":"Amina"}', 'd6b1e89851ae7329bd3183cd8f4907f8471024d8a8a1b0a758ace1fa953978a0');
INSERT INTO entries VALUES (17, 1795683606110, 'customer-changed', NULL, '{"actId":"act-00000004","customer":"864e7fd9-27f1-4edb-9b53-72ac0cc882a9","kind":"customer-changed","limitCentimes":700000,"who":"Amina"}', 'f7823cfec29314440dc72ad80a9646443d19dcf0860c8261d6594fd1b07b38b3');
INSERT INTO entries VALUES (18, 1795683606110, 'shift-counted', NULL, '{"actId":"act-00000005","counted":{"coin-5":40,"note-1000":2},"countedCentimes":220000,"kind":"shift-counted","otherMeans":{},"shift":1,"who":"Amina"}', 'a75a717ad9ba4cd8956ff660c99d1ef10c0ec49706242e7d36d9b5c6c14baacc');
INSERT INTO entries VALUES (19, 1795683606110, 'shift-closed', NULL, '{"actId":"act-00000006","differenceReason":null,"kind":"shift-closed","report":{"atMs":1795683606110,"balance":{"amountCentimes":5000000,"atMs":1795683603600},"byCashier":[{"cashier":null,"commissionCentimes":5250,"costCentimes":144750,"earnedCentimes":150000,"feeCentimes":0,"heldCentimes":0,"owedCentimes":0,"profitCentimes":5250,"sales":2,"takenCentimes":150000}],"byMeans":[{"commissionCentimes":3500,"costCentimes":96500,"earnedCentimes":100000,"feeCentimes":0,"heldCentimes":0,"means":"cash","owedCentimes":0,"profitCentimes":3500,"sales":1,"takenCentimes":100000},{"commissionCentimes":1750,"costCentimes":48250,"earnedCentimes":50000,"feeCentimes":0,"heldCentimes":0,"means":"on-account","owedCentimes":0,"profitCentimes":1750,"sales":1,"takenCentimes":50000}],"byOperator":[{"commissionCentimes":5250,"costCentimes":144750,"earnedCentimes":150000,"feeCentimes":0,"heldCentimes":0,"operator":"ADSL","owedCentimes":0,"profitCentimes":5250,"sales":2,"service":"internet","takenCentimes":150000}],"byService":[{"commissionCentimes":5250,"costCentimes":144750,"earnedCentimes":150000,"feeCentimes":0,"heldCentimes":0,"owedCentimes":0,"profitCentimes":5250,"sales":2,"service":"internet","takenCentimes":150000}],"carnet":{"credits":{"count":0,"sumCentimes":0},"owed":{"count":1,"sumCentimes":30000},"paidOut":{"count":0,"sumCentimes":0},"repaid":{"count":1,"sumCentimes":20000},"soldCentimes":50000},"cash":{"counted":{"atMs":1795683606110,"countedCentimes":220000,"differenceCentimes":0,"expectedCentimes":220000},"creditsPaidCentimes":0,"debtsRepaidCentimes":20000,"dropsCentimes":0,"expectedCentimes":220000,"floatCentimes":100000,"leftCentimes":220000,"noSales":0,"overnight":null,"paidInCentimes":0,"paidOutCentimes":0,"refundsCentimes":0,"repaidCentimes":0,"salesCentimes":100000},"grandTotalCentimes":150000,"held":{"count":0,"sumCentimes":0},"journal":{"after":3,"hash":"a711ae88abd40e29f0f019bacf7b8476a0735795459cb7731fc3cfcab02a72bd","sequence":18},"late":{"commissionCentimes":0,"costCentimes":0,"earnedCentimes":0,"feeCentimes":0,"heldCentimes":0,"owedCentimes":0,"profitCentimes":0,"sales":0,"takenCentimes":0},"openedAtMs":1795683600010,"openedBy":"Amina","otherMeans":[],"outside":{"commissionCentimes":0,"costCentimes":0,"earnedCentimes":0,"feeCentimes":0,"heldCentimes":0,"owedCentimes":0,"profitCentimes":0,"sales":0,"takenCentimes":0},"refunds":{"credited":{"count":0,"sumCentimes":0},"debts":{"count":0,"sumCentimes":0},"due":{"count":0,"sumCentimes":0},"paid":{"count":0,"sumCentimes":0},"repaid":{"count":0,"sumCentimes":0},"reused":{"count":0,"sumCentimes":0}},"shift":1,"total":{"commissionCentimes":5250,"costCentimes":144750,"earnedCentimes":150000,"feeCentimes":0,"heldCentimes":0,"owedCentimes":0,"profitCentimes":5250,"sales":2,"takenCentimes":150000},"uncounted":0},"shift":1,"who":"Amina"}', 'b535f8e504165231bd26b46f210abde49d7703246d7a2f119aec6ec336b7162f');
COMMIT;
