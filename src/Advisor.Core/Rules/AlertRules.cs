using Advisor.Core.Alerting;

namespace Advisor.Core.Rules;

/// <summary>How much someone is disturbed: info reads it some day, warning today, error soon, critical now.</summary>
public enum AlertSeverity
{
    Info,
    Warning,
    Error,
    Critical,
}

/// <summary>What an alert is about.</summary>
public enum AlertSubjectKind
{
    Resource,

    /// <summary>A subscription in a region.</summary>
    Region,

    /// <summary>A channel that messages go out by.</summary>
    Channel,

    /// <summary>Advisor itself.</summary>
    Service,
}

/// <summary>What a threshold is a share of.</summary>
public enum ThresholdBasis
{
    /// <summary>The number as it is.</summary>
    Number,

    /// <summary>The resource's target: 1 is a limit used up to its target. Advisor may act on it before anyone is notified.</summary>
    Target,

    /// <summary>The limit that Azure enforces, whatever the target: no change of size suppresses it.</summary>
    Limit,
}

/// <summary>One severity of a condition: from when to when it holds.</summary>
/// <param name="Enter">The number that begins it. Asked at every evaluation of the pending period.</param>
/// <param name="Leave">The number that ends it; between the two it stays as it is.</param>
/// <param name="Pending">So long must <paramref name="Enter"/> hold before it fires; 0 = at once.</param>
/// <param name="ResolveDelay">So long must <paramref name="Leave"/> hold before it is resolved; above 0.</param>
/// <param name="RepeatInterval">So long after the last message it is repeated; null = never.</param>
public sealed record AlertLevel(
    AlertSeverity Severity,
    Threshold Enter,
    Threshold Leave,
    TimeSpan Pending,
    TimeSpan ResolveDelay,
    TimeSpan? RepeatInterval
)
{
    /// <summary>What both thresholds are a share of.</summary>
    public ThresholdBasis Basis { get; init; }

    /// <summary>Whether this number begins it.</summary>
    public bool Begins(double number, double target) => Enter.Holds(ToUnitOfThreshold(number, target));

    /// <summary>Whether this number ends it.</summary>
    public bool Ends(double number, double target) => Leave.Holds(ToUnitOfThreshold(number, target));

    /// <summary>A threshold in the unit of the number: <c>&gt; 1.00</c> of a target of 70 % is 0.70.</summary>
    /// <param name="target">The target of the number; 1 where it has none.</param>
    public double ToUnitOfNumber(Threshold threshold, double target)
    {
        const int decimals = 9;
        return Basis == ThresholdBasis.Target ? Math.Round(threshold.Value * target, decimals) : threshold.Value;
    }

    // To nine decimals, so that 63 % of a target of 70 % is 0.9 and not a hair beside it.
    private double ToUnitOfThreshold(double number, double target)
    {
        const int decimals = 9;
        return Basis == ThresholdBasis.Target ? Math.Round(number / target, decimals) : number;
    }
}

/// <summary>A condition of rules/alerts.yaml: one number, and what it means when it is too large or too small.</summary>
public sealed record AlertCondition
{
    /// <summary>Part of every alert's identity; never reused for another meaning.</summary>
    public required string Id { get; init; }

    public required AlertSubjectKind SubjectKind { get; init; }

    /// <summary>The number that decides.</summary>
    public required AlertNumber Number { get; init; }

    public required string Meaning { get; init; }

    /// <summary>One line: what the number that decides is.</summary>
    public required string Decides { get; init; }

    /// <summary>The sentence of its messages; <see cref="AlertText.Placeholders"/> lists the places it may leave open.</summary>
    public required string Text { get; init; }

    /// <summary>The sentence of the message that it is over.</summary>
    public required string ResolvedText { get; init; }

    /// <summary>Ascending by severity; at least one. A higher one implies those below.</summary>
    public required IReadOnlyList<AlertLevel> Levels { get; init; }

    /// <summary>Worse alerts of the same subject: while one of them fires, this one is not sent.</summary>
    public IReadOnlyList<string> InhibitedBy { get; init; } = [];

    /// <summary>
    /// Whether a change of size in progress suppresses it, since that may be the cure; never a level of <see cref="ThresholdBasis.Limit"/>.
    /// </summary>
    public bool IsSuppressedDuringChange { get; init; }
}

/// <summary>Everything of rules/alerts.yaml.</summary>
public sealed record AlertRules
{
    public static AlertRules None { get; } = new();

    public IReadOnlyList<AlertCondition> Conditions { get; init; } = [];

    /// <summary>
    /// A number that is missing counts as the last known one for so long; after that its alert is in the state "no data".
    /// </summary>
    public TimeSpan KeepLastFor { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>Time between two evaluations counts up to this: more is a pause of Advisor or a step of the clock.</summary>
    public TimeSpan MaxStep { get; init; } = TimeSpan.FromMinutes(20);

    /// <summary>Rises within this time make an alert flap; it is also the longest that a flapping one is held open.</summary>
    public TimeSpan FlapWindow { get; init; } = TimeSpan.FromMinutes(60);

    /// <summary>So many rises within the window, and each one more, double the delay before resolving; 2 or more.</summary>
    public int FlapAfter { get; init; } = 3;

    /// <summary>
    /// How long after its verification a change takes to show in the metrics; until then an exceeded target raises no alert.
    /// </summary>
    public TimeSpan SettleAfterChange { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>How far ahead the forecast is asked.</summary>
    public TimeSpan ForecastAhead { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>A day without a trough: its lowest connection count is at least this share of its highest.</summary>
    public double LeakTroughShare { get; init; } = 0.8;

    /// <summary>A day that piled up: its lowest connection count is at least this many times that of the day before.</summary>
    public double LeakRise { get; init; } = 1.03;

    /// <summary>How far back "oversize" looks; up to 14 days.</summary>
    public TimeSpan OversizeLookBack { get; init; } = TimeSpan.FromDays(3);

    /// <summary>
    /// A day, or another stretch that is looked back on, counts as known where at least this share of its minutes was read.
    /// </summary>
    public double WholeDayShare { get; init; } = 0.95;

    /// <summary>A team gets one message for everything that happens within this time.</summary>
    public TimeSpan GroupInterval { get; init; } = TimeSpan.FromMinutes(1);

    public AlertCondition? Find(string id)
    {
        foreach (var condition in Conditions)
        {
            if (condition.Id == id)
            {
                return condition;
            }
        }

        return null;
    }
}
