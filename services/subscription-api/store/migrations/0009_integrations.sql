CREATE TABLE "integration" (
	"shop" text NOT NULL,
	"service" text NOT NULL,
	"account_name" text NOT NULL,
	"encrypted_key" text NOT NULL,
	"encrypted_secret" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"last_checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "integration_shop_service_pk" PRIMARY KEY("shop","service")
);
