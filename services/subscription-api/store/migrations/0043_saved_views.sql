CREATE TABLE "saved_view" (
	"shop" text NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("shop","name");--> statement-breakpoint
CREATE INDEX "billing_attempt_by_order" ON "billing_attempt" USING btree ("shop","order_id") WHERE "billing_attempt"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "subscription_contract_by_order" ON "subscription_contract" USING btree ("shop","origin_order_id");--> statement-breakpoint
CREATE INDEX "timeline_entry_canceled" ON "timeline_entry" USING btree ("shop",("details" ->> 'reason')) WHERE "timeline_entry"."kind" = 'canceled';