-- Orders with a refund to pay out or a return to decide need attention as well. The version before uses orders_attention.
create index orders_attention_2 on orders (created_at desc, id desc)
  where status in ('needs_review', 'refund_due') or review in ('open', 'refund_due') or refund_due_cents > 0
    or returns_waiting > 0;
