using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling.Stability;

/// <summary>A load that was the same in each half hour of the last two hours but for noise.</summary>
/// <param name="Units">Its mean.</param>
/// <param name="Noise">Standard deviation of a minute, as a share of it.</param>
internal readonly record struct SteadyLoad(double Units, double Noise)
{
    public const int BlockMinutes = 30,
        MinMinutes = Blocks * BlockMinutes;

    private const int Blocks = 4,
        NoiseMinutes = 720;

    // The means of half hours differ by a fifth of what minutes do; noise above a tenth is taken for movement.
    private const double BlocksInDeviations = 1.5,
        MaxNoise = 0.1,
        OutlierInDeviations = 5,
        RoomInDeviations = 3.3,
        SecondRoomInDeviations = 5;

    /// <summary>What one minute of it does not exceed by noise, in units.</summary>
    public double OutlierUnits => Units * (1 + (OutlierInDeviations * Noise));

    /// <summary>
    /// What a size must hold so that a second minute in a row above it is rarer than once in days, the noise not being known exactly.
    /// </summary>
    /// <param name="wasTooSmall">Whether a smaller size was found too small for this load: then it takes more to try it again.</param>
    public double RequiredCapacity(bool wasTooSmall) => Units * (1 + ((wasTooSmall ? SecondRoomInDeviations : RoomInDeviations) * Noise));

    /// <summary>Whether another half hour was at the same load.</summary>
    public bool IsLike(double units) => Math.Abs(units - Units) <= BlocksInDeviations * Noise * Units;

    /// <summary>The load up to the newest minute; null where it moved, or a minute is unknown.</summary>
    public static SteadyLoad? Find(RequiredUnitsHistory needs)
    {
        if (needs.Count < MinMinutes)
        {
            return null;
        }

        var codes = needs.Codes[^(Blocks * BlockMinutes)..];
        var (low, high, all) = (int.MaxValue, 0, 0);
        for (var block = 0; block < Blocks; block++)
        {
            var sum = 0;
            foreach (var code in codes.Slice(block * BlockMinutes, BlockMinutes))
            {
                sum += code;
            }

            (low, high, all) = (Math.Min(low, sum), Math.Max(high, sum), all + sum);
        }

        var range = (high - low) / (BlockMinutes * UnitsCode.PerE);
        if (range > BlocksInDeviations * MaxNoise || codes.Contains(UnitsCode.Unknown))
        {
            return null;
        }

        return LoadNoise.IsAtLeast(range / BlocksInDeviations, needs, NoiseMinutes)
            ? new(UnitsCode.Decode((double)all / codes.Length), LoadNoise.Find(needs, NoiseMinutes))
            : null;
    }
}
