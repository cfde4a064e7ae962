using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

public sealed class NoteFilterTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private readonly NoteFilter filter = new();

    [Fact]
    public void A_note_that_several_batches_state_every_minute_is_due_once_an_hour()
    {
        var due = Enumerable
            .Range(0, 121)
            .Where(minute =>
            {
                var first = filter.TakeDue(["slower"], Start.AddMinutes(minute));
                var second = filter.TakeDue(["slower"], Start.AddMinutes(minute));
                Assert.Empty(second);
                return first.Count == 1;
            });

        Assert.Equal([0, 60, 120], due);
    }

    [Fact]
    public void Notes_are_due_by_themselves_and_in_their_order_and_one_that_is_stated_twice_is_due_once()
    {
        filter.TakeDue(["b"], Start);

        Assert.Equal(["c", "a"], filter.TakeDue(["c", "b", "a", "c"], Start.AddMinutes(1)));
    }
}
