DROP INDEX "webhook_open";--> statement-breakpoint
CREATE INDEX "webhook_open" ON "webhook" USING btree ("shop","received_at") WHERE "webhook"."outcome" is null;