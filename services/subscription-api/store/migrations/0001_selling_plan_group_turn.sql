CREATE TABLE "selling_plan_group_turn" (
	"shop" text NOT NULL,
	"group_id" text NOT NULL,
	"claim" text NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	CONSTRAINT "selling_plan_group_turn_shop_group_id_pk" PRIMARY KEY("shop","group_id")
);
