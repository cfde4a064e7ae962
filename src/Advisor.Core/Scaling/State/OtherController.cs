using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>
/// Changes by others that reversed a change by Advisor, one after another: another controller or a person keeps a size. Null in the state
/// until others change the size.
/// </summary>
/// <param name="Count">Changes by others, each after one by Advisor, the first included; 1 or more.</param>
/// <param name="FirstAt">Minute of the first, counted from 1970.</param>
/// <param name="LastAt">Minute of the last.</param>
/// <param name="Sizes">Sizes that they set, the newest last, at most <see cref="MaxSizes"/>.</param>
internal sealed record OtherController(int Count, int FirstAt, int LastAt, IReadOnlyList<int> Sizes)
{
    /// <summary>Number of sizes that are kept.</summary>
    public const int MaxSizes = 8;

    /// <summary>Stands for none in a state that has fields after it.</summary>
    public static OtherController None { get; } = new(0, 0, 0, []);

    private const int QuietMinutes = 1440;

    // 2 to this power, minutes, is longer than any wait.
    private const int MaxDoublings = 16;

    /// <summary>Returns the controller after the size in force was observed; null before others change it.</summary>
    /// <param name="known">What was known before.</param>
    /// <param name="before">Changes of size before this minute.</param>
    /// <param name="after">Changes of size including this minute.</param>
    public static OtherController? Observe(
        OtherController? known,
        SizeChangeHistory before,
        SizeChangeHistory after,
        int minute,
        PolicyRules policy
    )
    {
        var isChange = before.Units != 0 && before.Units != after.Units && !after.IsOurs;
        if (known is null || minute > known.LastAt + known.ComputeWait(policy).TotalMinutes + QuietMinutes)
        {
            return isChange ? new(1, minute, minute, [after.Units]) : null;
        }

        known = known.LastAt > minute ? known with { FirstAt = Math.Min(known.FirstAt, minute), LastAt = minute } : known;
        return !isChange
            ? known
            : new(
                known.Count + (before.IsOurs ? 1 : 0),
                known.FirstAt,
                minute,
                [.. (before.IsOurs ? known.Sizes : known.Sizes.SkipLast(1)).TakeLast(MaxSizes - 1), after.Units]
            );
    }

    /// <summary>Returns for how long the last change by others is not reversed: it doubles with each, up to the maximum.</summary>
    public TimeSpan ComputeWait(PolicyRules policy) => ComputeWait(policy, Count);

    /// <summary>Returns the time to wait after one change without lasting effect, and twice as long after each further one.</summary>
    /// <param name="count">Changes so far, 1 or more.</param>
    public static TimeSpan ComputeWait(PolicyRules policy, int count)
    {
        var doubled = policy.RespectOthersFor * Math.Pow(2, Math.Min(count - 1, MaxDoublings));
        return doubled < policy.RespectOthersMax ? doubled : policy.RespectOthersMax;
    }

    /// <summary>Returns one sentence: how often others have changed the size since when, and the sizes that they set.</summary>
    public string Describe() =>
        $"Changed by others {Wording.FormatCount(Count, "time")} since {Minutes.ToInstant(FirstAt).UtcDateTime:yyyy-MM-dd HH:mm} UTC: "
        + $"{(Count > Sizes.Count ? "..., " : "")}{string.Join(", ", Sizes)} units.";

    public void Write(BinaryWriter writer)
    {
        writer.Write(Count);
        writer.Write(FirstAt);
        writer.Write(LastAt);
        writer.WriteArray<int>([.. Sizes]);
    }

    public static OtherController Read(BinaryReader reader) =>
        new(reader.ReadInt32(), reader.ReadInt32(), reader.ReadInt32(), reader.ReadArray<int>(MaxSizes));
}
