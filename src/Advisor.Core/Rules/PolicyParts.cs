namespace Advisor.Core.Rules;

/// <summary>Parts of the policy that can be disabled to measure their contribution; deployments use all of them.</summary>
[Flags]
public enum PolicyParts
{
    None = 0,

    /// <summary>Required units from traffic and connections by the load model; without it, from the noisy server load itself.</summary>
    ServerLoadModel = 1,

    /// <summary>Forecast from analogs; without it, the units required now replace every quantile.</summary>
    Forecast = 2,

    /// <summary>Trend of the last minutes as a trigger.</summary>
    Trend = 4,

    /// <summary>Lower bound of each expert's scale-in; without it, as far as its trigger allows.</summary>
    Floors = 8,

    /// <summary>Time for which a requested size is kept; without it, none.</summary>
    HoldingTimes = 16,

    /// <summary>Weights by recent cost of the experts; without it, all experts weigh the same.</summary>
    ExpertWeights = 32,

    /// <summary>Guards that change sizes on their own: scale-out in a sustained overload, reverting a wrong scale-in.</summary>
    Guards = 64,

    /// <summary>Previous days as a trigger: the requirement at the same minutes.</summary>
    Clock = 128,

    /// <summary>
    /// Stabilization against noise: a step is given up only with a margin, and a change stands for an hour if the load has not moved.
    /// </summary>
    Stabilization = 256,

    /// <summary>Regression of the lead window as triggers; without it, the quantiles of the analogs.</summary>
    LeadRegression = 512,

    /// <summary>Full sizes: required units are a lower bound, and past ones are corrected; without it, as the metrics show.</summary>
    FullSizes = 1024,

    All =
        ServerLoadModel
        | Forecast
        | Trend
        | Floors
        | HoldingTimes
        | ExpertWeights
        | Guards
        | Clock
        | Stabilization
        | LeadRegression
        | FullSizes,
}
