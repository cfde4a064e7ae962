using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling.Stability;

/// <summary>Load that was equal, apart from noise, in each half hour of the last two hours.</summary>
/// <param name="Units">Mean in units.</param>
/// <param name="Noise">Standard deviation of a minute, as a share of the mean.</param>
internal readonly record struct SteadyLoad(double Units, double Noise)
{
    public const int BlockMinutes = 30,
        MinMinutes = Blocks * BlockMinutes;

    private const int Blocks = 4,
        NoiseMinutes = 720;

    // The means of half hours vary by a fifth of the minutes' deviation; noise above a tenth counts as movement.
    private const double BlocksInDeviations = 1.5,
        MaxNoise = 0.1,
        OutlierInDeviations = 5,
        RoomInDeviations = 3.3,
        SecondRoomInDeviations = 5;

    /// <summary>Units that a single minute exceeds only if the load has changed.</summary>
    public double OutlierUnits => Units * (1 + (OutlierInDeviations * Noise));

    /// <summary>
    /// Returns the units that a size must carry so that two minutes in a row above it are rarer than once in days, given that the noise is
    /// only estimated.
    /// </summary>
    /// <param name="wasTooSmall">
    /// Whether a smaller size proved too small for this load, which raises the requirement for trying it again.
    /// </param>
    public double ComputeRequiredCapacity(bool wasTooSmall) =>
        Units * (1 + ((wasTooSmall ? SecondRoomInDeviations : RoomInDeviations) * Noise));

    /// <summary>Whether another half hour had the same load.</summary>
    public bool IsLike(double units) => Math.Abs(units - Units) <= BlocksInDeviations * Noise * Units;

    /// <summary>Returns the load up to the newest minute; null if it changed, or a minute is unknown.</summary>
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
