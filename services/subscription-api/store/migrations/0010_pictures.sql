CREATE TABLE "picture" (
	"shop" text NOT NULL,
	"url" text NOT NULL,
	"file_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "picture_shop_url_pk" PRIMARY KEY("shop","url")
);
