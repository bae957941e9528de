-- Test orders were kept until now, and nothing in the rows tells them: read all orders once more, which forgets them.
UPDATE "order_collection" SET "updated_through" = NULL, "started_at" = NULL, "window_from" = NULL, "cursor" = NULL;
