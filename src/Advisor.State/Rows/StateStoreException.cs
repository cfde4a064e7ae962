namespace Advisor.State.Rows;

/// <summary>
/// The store could not do its work: the message says what and what to do. Never a condition that did not hold; that is a value.
/// </summary>
public sealed class StateStoreException : Exception
{
    public StateStoreException()
        : this("The state store failed.") { }

    public StateStoreException(string message)
        : base(message) { }

    public StateStoreException(string message, Exception innerException)
        : base(message, innerException) { }

    public StateStoreException(string code, string message, bool isTransient, Exception? innerException = null)
        : base(message, innerException) => (Code, IsTransient) = (code, isTransient);

    /// <summary>The <see cref="Code"/> of a store that takes no more: what it has can be read.</summary>
    public const string Full = "Full";

    /// <summary>A stable word: Unreachable, Throttled, Busy, Forbidden, NewerVersion, OlderVersion, Corrupt, Full, Failed.</summary>
    public string Code { get; } = "Failed";

    /// <summary>Whether the same call may succeed later without anybody doing something.</summary>
    public bool IsTransient { get; }
}
