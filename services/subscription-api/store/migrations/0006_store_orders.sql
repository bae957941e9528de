CREATE TABLE "order_collection" (
	"shop" text PRIMARY KEY NOT NULL,
	"claim" text NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	"time_zone" text,
	"currency_code" text,
	"has_all_orders" boolean DEFAULT false NOT NULL,
	"started_at" timestamp with time zone,
	"window_from" timestamp with time zone,
	"cursor" text,
	"updated_through" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "store_customer" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"display_name" text NOT NULL,
	"email" text,
	CONSTRAINT "store_customer_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "store_order_line" (
	"shop" text NOT NULL,
	"order_id" text NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"variant_title" text,
	"quantity" integer NOT NULL,
	"revenue" bigint NOT NULL,
	"plan_id" text,
	"plan_name" text,
	CONSTRAINT "store_order_line_shop_order_id_id_pk" PRIMARY KEY("shop","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "store_order" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"customer_id" text,
	"processed_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"financial_status" text,
	"fulfillment_status" text NOT NULL,
	"total" bigint NOT NULL,
	"currency_code" text NOT NULL,
	CONSTRAINT "store_order_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE TABLE "store_plan" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"period_days" integer,
	CONSTRAINT "store_plan_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "store_order_line_by_plan" ON "store_order_line" USING btree ("shop","plan_id");--> statement-breakpoint
CREATE INDEX "store_order_by_time" ON "store_order" USING btree ("shop","processed_at","id");--> statement-breakpoint
CREATE INDEX "store_order_by_customer" ON "store_order" USING btree ("shop","customer_id","processed_at");