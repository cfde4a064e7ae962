using Advisor.Core.Alerting;

namespace Advisor.Core.Rules;

/// <summary>Severity, by the urgency of attention: info at any time, warning today, error soon, critical now.</summary>
public enum AlertSeverity
{
    Info,
    Warning,
    Error,
    Critical,
}

/// <summary>Kind of the subject of an alert.</summary>
public enum AlertSubjectKind
{
    Resource,

    /// <summary>A subscription in a region.</summary>
    Region,

    /// <summary>A notification channel.</summary>
    Channel,

    /// <summary>Advisor itself.</summary>
    Service,

    /// <summary>All resources of a team.</summary>
    Team,

    /// <summary>All resources of the scope.</summary>
    Fleet,
}

/// <summary>Content of rules/alerts.yaml.</summary>
public sealed record AlertRules
{
    /// <summary>Rules without any condition: no alert is raised.</summary>
    public static AlertRules None { get; } = new();

    private readonly AlertCondition[][] byKind = [];

    public IReadOnlyList<AlertCondition> Conditions
    {
        get;
        init
        {
            field = value;
            byKind = [.. Enum.GetValues<AlertSubjectKind>().Select(kind => value.Where(c => c.SubjectKind == kind).ToArray())];
        }
    } = [];

    /// <summary>Time for which a missing number keeps its last value; after that its alert has no data. Default: 15 minutes.</summary>
    public TimeSpan KeepLastFor { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>
    /// Maximum time counted between two evaluations; more is a pause of Advisor or a jump of the clock. Default: 20 minutes.
    /// </summary>
    public TimeSpan MaxStep { get; init; } = TimeSpan.FromMinutes(20);

    /// <summary>
    /// Window in which rises count as flapping, and the longest time that flapping delays the end of an alert. Default: 60 minutes.
    /// </summary>
    public TimeSpan FlapWindow { get; init; } = TimeSpan.FromMinutes(60);

    /// <summary>Number of rises within the window from which each one doubles the delay before resolving; 2 or more. Default: 3.</summary>
    public int FlapAfter { get; init; } = 3;

    /// <summary>
    /// Time after a verified change until its effect shows in the metrics; an exceeded target is not notified before. Default: 10 minutes.
    /// </summary>
    public TimeSpan SettleAfterChange { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Time for which a change of size that is decided or in progress, and has not taken effect, explains why an alert is not notified.
    /// After it the change waits or is stuck, and a person has to know. Default: 1 hour.
    /// </summary>
    public TimeSpan ChangeExplainsFor { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Horizon of the forecast used by conditions. Default: 30 minutes.</summary>
    public TimeSpan ForecastAhead { get; init; } = TimeSpan.FromMinutes(30);

    /// <summary>
    /// Share of a day's highest connection count; a day whose lowest count is at least this share has no trough. Default: 0.8.
    /// </summary>
    public double LeakTroughShare { get; init; } = 0.8;

    /// <summary>
    /// Factor on the lowest connection count of the day before; a day whose lowest count is at least that much has accumulated connections.
    /// Default: 1.03.
    /// </summary>
    public double LeakRise { get; init; } = 1.03;

    /// <summary>Look-back of "oversize", up to 14 days. Default: 3 days.</summary>
    public TimeSpan OversizeLookBack { get; init; } = TimeSpan.FromDays(3);

    /// <summary>Share of minutes with a reading from which a day, or another look-back, counts as known. Default: 0.95.</summary>
    public double WholeDayShare { get; init; } = 0.95;

    /// <summary>Connections below which a share of dropped ones is not computed, 1 or more. Default: 100.</summary>
    public double DropMinConnections { get; init; } = 100;

    /// <summary>Interval within which a team's events are grouped into one message. Default: 1 minute.</summary>
    public TimeSpan GroupInterval { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>
    /// Interval at whose end repeated events that recommendations explain are sent together, unless something else happens. Default: 2
    /// hours.
    /// </summary>
    public TimeSpan RepeatGroupInterval { get; init; } = TimeSpan.FromHours(2);

    /// <summary>Time for which a recommendation must have changed, or ended, before that counts. Default: 1 hour.</summary>
    public TimeSpan AdviceSettles { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Time after which an alert that an active recommendation explains is sent again. Default: 1 day.</summary>
    public TimeSpan ExplainedRepeat { get; init; } = TimeSpan.FromDays(1);

    /// <summary>The same for an alert that is critical. Default: 4 hours.</summary>
    public TimeSpan ExplainedCriticalRepeat { get; init; } = TimeSpan.FromHours(4);

    /// <summary>Returns the time after which an alert of a severity repeats; null = never.</summary>
    /// <param name="isExplained">Whether an active recommendation explains it: then it never repeats more often than that.</param>
    public TimeSpan? FindRepeat(AlertLevel level, bool isExplained)
    {
        var explained = level.Severity == AlertSeverity.Critical ? ExplainedCriticalRepeat : ExplainedRepeat;
        return isExplained && level.RepeatInterval < explained ? explained : level.RepeatInterval;
    }

    /// <summary>Returns the conditions about a kind of subject, in the order of the rules.</summary>
    public ReadOnlySpan<AlertCondition> ListConditions(AlertSubjectKind kind) => byKind.Length == 0 ? [] : byKind[(int)kind];

    /// <summary>Returns the condition of an id; null if the rules have none.</summary>
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
