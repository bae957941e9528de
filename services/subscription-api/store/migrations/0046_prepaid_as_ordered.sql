CREATE TABLE "former_contract_line" (
	"shop" text NOT NULL,
	"contract_id" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"id" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text,
	"variant_id" text,
	"title" text NOT NULL,
	"variant_title" text,
	"quantity" integer NOT NULL,
	CONSTRAINT "former_contract_line_shop_contract_id_until_id_pk" PRIMARY KEY("shop","contract_id","until","id")
);
