/**
 * A job of the printer is kept as one document, made from its entries, which are found by its id. It is listed by its sale,
 * and where it is not done with.
 */
export const printJobs = `
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
`
