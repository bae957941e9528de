CREATE TABLE "rotation" (
	"shop" text NOT NULL,
	"product_id" text NOT NULL,
	"products" text[] NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rotation_shop_product_id_pk" PRIMARY KEY("shop","product_id")
);
