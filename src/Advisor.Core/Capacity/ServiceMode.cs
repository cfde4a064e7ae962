namespace Advisor.Core.Capacity;

/// <summary>
/// Service mode: how clients and application connect. It decides whether client messages cross the service once or twice.
/// </summary>
public enum ServiceMode
{
    /// <summary>
    /// App servers hold connections to the service; a client message crosses it twice (client to server, server to clients).
    /// </summary>
    Default,

    /// <summary>Only clients connect; the application uses REST. Traffic crosses once.</summary>
    Serverless,

    /// <summary>Deprecated mixed mode; treated as Default if app servers connect.</summary>
    Classic,
}
