namespace Advisor.Core.Rules;

/// <summary>The parts of the policy that can be left out to measure what each is worth; a deployment leaves none out.</summary>
[Flags]
public enum PolicyParts
{
    None = 0,

    /// <summary>The need from traffic and connections by the learned load; without it, from the noisy server load itself.</summary>
    ServerLoadModel = 1,

    /// <summary>Past moments like this one; without them the units required now stands for every quantile.</summary>
    Forecast = 2,

    /// <summary>The trend of the last minutes as a trigger.</summary>
    Trend = 4,

    /// <summary>How far a rule scales in at most; without it, as far as its trigger lets it.</summary>
    Floors = 8,

    /// <summary>How long a size once asked for is kept; without it, not at all.</summary>
    HoldingTimes = 16,

    /// <summary>Rules that were cheap lately weigh more; without it, every rule has the same say.</summary>
    ExpertWeights = 32,

    /// <summary>The guards that change sizes on their own: scale-out in a standing overload, undoing a wrong scale in.</summary>
    Guards = 64,

    /// <summary>The clock as a trigger: what the same minutes of the days before needed.</summary>
    Clock = 128,

    /// <summary>
    /// Noise changes no size: a step is given up only with room for it, and a change stands for an hour where the load has not moved.
    /// </summary>
    Stabilization = 256,

    All = ServerLoadModel | Forecast | Trend | Floors | HoldingTimes | ExpertWeights | Guards | Clock | Stabilization,
}
