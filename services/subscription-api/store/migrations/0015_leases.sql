CREATE TABLE "lease" (
	"shop" text NOT NULL,
	"name" text NOT NULL,
	"holder" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lease_shop_name_pk" PRIMARY KEY("shop","name")
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ALTER COLUMN "claim" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "idempotency_key" ALTER COLUMN "claimed_until" SET DEFAULT to_timestamp(0);--> statement-breakpoint
ALTER TABLE "order_collection" ALTER COLUMN "claim" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "order_collection" ALTER COLUMN "claimed_until" SET DEFAULT to_timestamp(0);--> statement-breakpoint
ALTER TABLE "selling_plan_group_turn" ALTER COLUMN "claim" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "selling_plan_group_turn" ALTER COLUMN "claimed_until" SET DEFAULT to_timestamp(0);