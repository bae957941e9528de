CREATE TABLE "subscribed_product" (
	"shop" text NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"as_of" timestamp with time zone NOT NULL,
	CONSTRAINT "subscribed_product_shop_id_pk" PRIMARY KEY("shop","id")
);
--> statement-breakpoint
ALTER TABLE "customer_notice" ADD COLUMN "subject" text;