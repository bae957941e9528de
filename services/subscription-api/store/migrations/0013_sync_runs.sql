CREATE TABLE "sync_run_order" (
	"shop" text NOT NULL,
	"run_id" text NOT NULL,
	"position" integer NOT NULL,
	"order_id" text NOT NULL,
	"name" text,
	"status" text,
	"reason" text DEFAULT '' NOT NULL,
	"problem" text,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sync_run_order_shop_run_id_position_pk" PRIMARY KEY("shop","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "sync_run" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"is_stopped" boolean DEFAULT false NOT NULL,
	"duplicates" integer NOT NULL,
	"invalid_count" integer NOT NULL,
	"invalid_ids" text[] NOT NULL,
	"claim" text,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_run_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "sync_run_order_by_id" ON "sync_run_order" USING btree ("shop","run_id","order_id");