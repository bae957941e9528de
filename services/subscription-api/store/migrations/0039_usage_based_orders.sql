CREATE TABLE "scale" (
	"id" text PRIMARY KEY NOT NULL,
	"shop" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "scale_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "billing_settings" ADD COLUMN "notice_hours" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "cycle_billing" ADD COLUMN "ordered_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "scale_name" ON "scale" USING btree ("shop","name");