ALTER TABLE "idempotency_key" ADD COLUMN "operation" text;--> statement-breakpoint
ALTER TABLE "selling_plan_group_settings" ADD COLUMN "before" jsonb;