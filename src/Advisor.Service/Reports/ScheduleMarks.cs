using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Reports;

/// <summary>How far something that is sent on a schedule has come.</summary>
/// <typeparam name="TMark">The mark itself.</typeparam>
public interface IScheduleMark<in TMark>
{
    /// <summary>What is sent, such as the team of a digest; compared without case.</summary>
    string Name { get; }

    /// <summary>When it is due, as text; with the name it names the row.</summary>
    string Schedule { get; }

    /// <summary>When the mark was written.</summary>
    DateTimeOffset At { get; }

    /// <summary>Whether it is of a later due time than another mark.</summary>
    bool IsLaterThan(TMark other);
}

/// <summary>The marks of what is sent on a schedule, one for a name and schedule: a schedule that changes starts over.</summary>
public sealed class ScheduleMarks<TMark>
    where TMark : class, IScheduleMark<TMark>
{
    private readonly IStateStore store;
    private readonly RowCodec<TMark> codec;
    private readonly string prefix;

    internal ScheduleMarks(IStateStore store, RowCodec<TMark> codec, string prefix) =>
        (this.store, this.codec, this.prefix) = (store, codec, prefix);

    /// <summary>Null where nothing of that name was due yet.</summary>
    public Task<TMark?> FindAsync(string name, string schedule, CancellationToken cancellation) =>
        GetRow(name, schedule).ReadAsync(cancellation);

    /// <summary>
    /// Whether a mark takes the place of an earlier one: it is of a later due time, or the earlier one was written by a clock that was
    /// ahead, and would keep back everything until then.
    /// </summary>
    internal static bool IsReplaced(TMark before, TMark by) => by.IsLaterThan(before) || before.At > by.At + ClockMark.Tolerance;

    /// <summary>Writes a mark; one of an earlier time changes nothing.</summary>
    public Task SaveAsync(TMark mark, CancellationToken cancellation) =>
        GetRow(mark.Name, mark.Schedule)
            .UpdateAsync(mark.At, before => before is null || IsReplaced(before, mark) ? mark : null, cancellation);

    private OptimisticRow<TMark> GetRow(string name, string schedule) =>
        new(store, StateKeys.Fleet, prefix + StateKeys.Hash($"{name.ToLowerInvariant()}\n{schedule}"), codec);
}
