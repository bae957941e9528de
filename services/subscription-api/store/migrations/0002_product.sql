CREATE TABLE "product" (
	"shop" text NOT NULL,
	"original_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_shop_original_id_pk" PRIMARY KEY("shop","original_id")
);
