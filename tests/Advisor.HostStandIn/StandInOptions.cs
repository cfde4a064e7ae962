namespace Advisor.HostStandIn;

/// <summary>What the stand-in runs, and how.</summary>
public sealed record StandInOptions
{
    /// <summary>The folder of host.json, the functions' folders and the executable.</summary>
    public required string Folder { get; init; }

    /// <summary>The queue service, with its account in the path where it is an emulator.</summary>
    public required Uri Queues { get; init; }

    public required string Account { get; init; }

    public required string AccountKey { get; init; }

    /// <summary>The app settings.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>Where the clock of the timers stands; it moves only by <see cref="StandInHost.AdvanceAsync"/>.</summary>
    public DateTimeOffset Clock { get; init; } = DateTimeOffset.UtcNow;

    public StringEncoding Encoding { get; init; } = StringEncoding.JsonInJson;

    /// <summary>The key that functions of authLevel function ask for.</summary>
    public string FunctionKey { get; init; } = Guid.NewGuid().ToString("N");

    /// <summary>Wait between two looks at an empty queue; the real host waits longer and longer.</summary>
    public TimeSpan PollEvery { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>In place of host.json's, so that a test of retries need not wait; null = host.json's.</summary>
    public TimeSpan? VisibilityTimeout { get; init; }

    /// <summary>
    /// How long a message that is worked on stays out of sight without a result; the real host renews ten
    /// minutes.
    /// </summary>
    public TimeSpan Lease { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>
    /// What becomes of the messages of one output on their way to the queue: repeated, in another order. Default: as they are.
    /// </summary>
    public Func<IReadOnlyList<string>, IReadOnlyList<string>> OnTheWay { get; init; } = static messages => messages;

    /// <summary>How often an app that failed is started again; the real host forgets failures after 30 minutes without one.</summary>
    public int Restarts { get; init; } = 2;
}
