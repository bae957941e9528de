DROP INDEX "cycle_billing_next";--> statement-breakpoint
CREATE INDEX "cycle_billing_next" ON "cycle_billing" USING btree ("shop","next_at") WHERE "cycle_billing"."next_at" is not null;