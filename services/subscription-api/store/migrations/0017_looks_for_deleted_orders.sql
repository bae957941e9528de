ALTER TABLE "order_collection" ADD COLUMN "looked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_collection" ADD COLUMN "looked_through" text;