/**
 * Sales are found by the day on which they were recorded and by the service's own id, and what a person settled or signed
 * off by its kind: what the service's lists are held against. No row changes, and no table.
 */
export const reconciliationIndexes = `
CREATE INDEX sales_by_recorded_at ON sales (recorded_at_ms);
CREATE INDEX sales_by_service_id ON sales (service_id) WHERE service_id IS NOT NULL;
CREATE INDEX entries_of_reconciliation ON entries (sequence) WHERE kind IN ('finding-settled', 'day-signed-off');
`
