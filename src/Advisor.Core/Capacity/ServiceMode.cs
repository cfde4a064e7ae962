namespace Advisor.Core.Capacity;

/// <summary>How clients and application meet: decides whether client messages cross the service once or twice.</summary>
public enum ServiceMode
{
    /// <summary>
    /// App servers hold connections to the service; a client message crosses twice (client to server, server to clients).
    /// </summary>
    Default,

    /// <summary>Only clients connect; the application speaks REST. Traffic crosses once.</summary>
    Serverless,

    /// <summary>The deprecated mixture; taken as Default where app servers connect.</summary>
    Classic,
}
