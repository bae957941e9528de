CREATE TABLE "order_extra" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"contract_id" text NOT NULL,
	"product_id" text NOT NULL,
	"variant_id" text NOT NULL,
	"title" text NOT NULL,
	"variant_title" text,
	"quantity" integer NOT NULL,
	"price" bigint NOT NULL,
	"currency_code" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"cycle_index" integer,
	"attempt" integer,
	"left_out" text,
	"outcome" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "order_extra_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
CREATE INDEX "order_extra_waiting" ON "order_extra" USING btree ("shop","contract_id") WHERE "order_extra"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "order_extra_sent" ON "order_extra" USING btree ("shop","ended_at") WHERE "order_extra"."outcome" = 'sent';