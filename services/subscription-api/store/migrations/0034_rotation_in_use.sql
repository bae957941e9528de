CREATE TABLE "rotation_place" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"line_id" text NOT NULL,
	"coffee" text NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "rotation_place_shop_contract_id_line_id_pk" PRIMARY KEY("shop","contract_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "rotation_version" (
	"shop" text NOT NULL,
	"product_id" text NOT NULL,
	"version" integer NOT NULL,
	"products" text[] NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rotation_version_shop_product_id_version_pk" PRIMARY KEY("shop","product_id","version")
);
--> statement-breakpoint
ALTER TABLE "billing_attempt" ADD COLUMN "held" jsonb;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "status" text;--> statement-breakpoint
ALTER TABLE "rotation" ADD COLUMN "price" text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
INSERT INTO "rotation_version" ("shop", "product_id", "version", "products", "saved_at")
SELECT "shop", "product_id", "version", "products", "updated_at" FROM "rotation";
