using Advisor.Core.Serialization;

namespace Advisor.Core.Scaling.State;

/// <summary>Units in force in each of the last 32 minutes, since metrics refer to the size of their own minute.</summary>
internal sealed class RecentUnits
{
    private const int MinutesKept = 32;

    private readonly ushort[] units = new ushort[MinutesKept];

    /// <summary>Newest minute in the history.</summary>
    public int Newest { get; private set; } = int.MinValue;

    public static RecentUnits None { get; } = new();

    /// <summary>Returns the units in force in a minute; null when unknown.</summary>
    public int? Find(int minute) =>
        minute <= Newest && minute > Newest - MinutesKept && units[minute % MinutesKept] is > 0 and var found ? found : null;

    /// <summary>Whether any of the sizes satisfies the predicate.</summary>
    public bool Any(Func<int, bool> isSuch)
    {
        foreach (var size in units)
        {
            if (size > 0 && isSuch(size))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns the highest size; 0 if there is none.</summary>
    public int Max() => units.Max();

    /// <summary>
    /// Records the size in force at a minute; minutes between the newest one and this are unknown unless the size is the same.
    /// </summary>
    public RecentUnits Append(int minute, int inForce)
    {
        if (minute < Newest)
        {
            return this;
        }

        var next = Fork();
        next.Add(minute, inForce);
        return next;
    }

    /// <summary>Returns minutes of its own with the same sizes, for <see cref="Add"/>.</summary>
    public RecentUnits Fork()
    {
        var next = new RecentUnits { Newest = Newest };
        units.CopyTo(next.units, 0);
        return next;
    }

    /// <summary>Records the size in force in place. Only for minutes that no state has yet.</summary>
    public void Add(int minute, int inForce)
    {
        if (minute < Newest)
        {
            return;
        }

        var same = Find(Newest) == inForce;
        for (var m = Math.Max(Newest + 1, minute - MinutesKept + 1); m < minute; m++)
        {
            units[m % MinutesKept] = same ? (ushort)inForce : (ushort)0;
        }

        units[minute % MinutesKept] = (ushort)inForce;
        Newest = minute;
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(Newest);
        writer.WriteArray<ushort>(units);
    }

    public static RecentUnits Read(BinaryReader reader)
    {
        var sizes = new RecentUnits { Newest = reader.ReadInt32() };
        reader.ReadInto<ushort>(sizes.units);
        return sizes;
    }
}
