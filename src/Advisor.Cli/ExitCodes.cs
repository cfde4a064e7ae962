namespace Advisor.Cli;

/// <summary>Exit codes of all commands. A number is never reused for another meaning.</summary>
public static class ExitCodes
{
    /// <summary>Success.</summary>
    public const int Success = 0;

    /// <summary>An internal error; <c>--verbose</c> shows details.</summary>
    public const int Fault = 1;

    /// <summary>Invalid command line: unknown command or option, missing or invalid value.</summary>
    public const int Usage = 2;

    /// <summary>A file is missing, unreadable or invalid: configuration, rules, JSON, traces.</summary>
    public const int InvalidInput = 3;

    /// <summary>Not signed in, or the identity is not authorized.</summary>
    public const int NotAuthorized = 4;

    /// <summary>
    /// A subscription, resource group or resource does not exist, or is not visible to this identity; or a filter matches nothing.
    /// </summary>
    public const int NotFound = 5;

    /// <summary>Azure (or the given endpoint) cannot be reached, or answers with errors.</summary>
    public const int Unreachable = 6;

    /// <summary>The run completed, but at least one resource could not be read, or one size not changed in a template.</summary>
    public const int Partial = 7;

    /// <summary>
    /// A condition of <c>--fail-on</c> is met: a recommendation, an overload, an overload that Advisor does not act on, or a saving.
    /// </summary>
    public const int Recommendation = 8;

    /// <summary>At least one channel did not accept a test message.</summary>
    public const int NotDelivered = 9;

    /// <summary>No size fits the plan, or the size in question does not.</summary>
    public const int NothingFits = 10;

    /// <summary>
    /// A check of <c>advisor doctor</c> failed, the service that <c>advisor health</c> asked does not work, or a deployment would reset a
    /// size (<c>iac check</c>).
    /// </summary>
    public const int CheckFailed = 11;

    /// <summary>Stopped by Ctrl+C or a termination signal.</summary>
    public const int Interrupted = 130;

    /// <summary>One line per code, as printed by help and README.</summary>
    public static IReadOnlyList<(int Code, string Meaning)> All { get; } =
    [
        (Success, "done"),
        (Fault, "internal error; --verbose shows where"),
        (Usage, "wrong command line"),
        (InvalidInput, "a file is missing or invalid (configuration, rules, JSON, traces)"),
        (NotAuthorized, "not signed in, or not permitted"),
        (NotFound, "subscription, group or resource not found; no resource matches a tag or group"),
        (Unreachable, "Azure or the endpoint cannot be reached or answers with errors"),
        (Partial, "completed, but some resources could not be read, or some templates not changed"),
        (Recommendation, "a --fail-on condition is met"),
        (NotDelivered, "notify test, report --send: at least one channel did not accept the message"),
        (NothingFits, "plan: no size fits, or the given one does not"),
        (CheckFailed, "doctor: at least one check failed; health: the service does not work; iac check: a deployment would reset a size"),
        (Interrupted, "interrupted"),
    ];
}
