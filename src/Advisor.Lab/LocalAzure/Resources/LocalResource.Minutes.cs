using Advisor.Lab.LocalAzure.Load;

namespace Advisor.Lab.LocalAzure.Resources;

public sealed partial class LocalResource
{
    /// <summary>Returns the units in force in the minute of an instant, at or before now.</summary>
    public int FindUnitsAt(DateTimeOffset at) => Sizes.Last(size => size.From <= LocalClock.ToMinute(at)).Units;

    /// <summary>Computes the minutes from <paramref name="start"/> on, each at its size at that time.</summary>
    internal void Read(long start, Span<LocalMinute> minutes)
    {
        var history = Sizes;
        var at = history.Length - 1;
        for (var i = minutes.Length - 1; i >= 0; i--)
        {
            var minute = start + i;
            while (history[at].From > minute)
            {
                at--;
            }

            minutes[i] = Spec.Load.ComputeMinute(
                clock.ToDemandMinute(minute),
                history[at].Units,
                history[at].Sku.ConnectionsPerUnit,
                Spec.CountsBothLegs
            );
        }
    }
}
