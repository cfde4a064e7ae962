using System.Runtime.Intrinsics;

namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// Sixteen successive experts of <see cref="SizingExperts"/>, and where the trigger, the floor and the highest step requested of each stand
/// in the bytes loaded for them: one shuffle finds sixteen, which took half of a shadow step one after the other.
/// </summary>
/// <param name="FirstExpert">The first of the sixteen.</param>
/// <param name="FirstTrigger">Trigger of the first, from which on steps are loaded.</param>
/// <param name="Trigger">Byte of the trigger of each, from the first trigger on.</param>
/// <param name="Floor">Byte of the floor of each.</param>
/// <param name="Top">Byte of the trigger and holding time of each, from those of the first trigger on.</param>
internal sealed record ExpertLanes(int FirstExpert, int FirstTrigger, Vector128<byte> Trigger, Vector128<byte> Floor, Vector128<byte> Top)
{
    /// <summary>Number of experts in one load.</summary>
    public const int Count = 16;

    private const int OfTrigger = SizingExperts.Floors * SizingExperts.HoldingTimes;

    /// <summary>All experts. The last load overlaps the one before it: a step of the same experts again changes nothing.</summary>
    public static ExpertLanes[] All { get; } =
    [
        .. Enumerable
            .Range(0, (SizingExperts.Count + Count - 1) / Count)
            .Select(load => Create(Math.Min(load * Count, SizingExperts.Count - Count))),
    ];

    private static ExpertLanes Create(int first)
    {
        var firstTrigger = first / OfTrigger;
        Span<byte> trigger = stackalloc byte[Count];
        Span<byte> floor = stackalloc byte[Count];
        Span<byte> top = stackalloc byte[Count];
        for (var i = 0; i < Count; i++)
        {
            var expert = first + i;
            trigger[i] = (byte)((expert / OfTrigger) - firstTrigger);
            floor[i] = (byte)(expert / SizingExperts.HoldingTimes % SizingExperts.Floors);
            top[i] = (byte)((trigger[i] * SizingExperts.HoldingTimes) + (expert % SizingExperts.HoldingTimes));
        }

        return new(first, firstTrigger, Vector128.Create<byte>(trigger), Vector128.Create<byte>(floor), Vector128.Create<byte>(top));
    }
}
