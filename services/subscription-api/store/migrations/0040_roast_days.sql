ALTER TABLE "subscription_contract" ADD COLUMN "anchors" jsonb;--> statement-breakpoint
ALTER TABLE "subscription_contract" ADD COLUMN "cutoff" integer;