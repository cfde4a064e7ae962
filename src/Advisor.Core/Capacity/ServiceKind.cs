namespace Advisor.Core.Capacity;

/// <summary>Which of the two services a resource is. Its performance guide, metrics and API differ by it.</summary>
public enum ServiceKind
{
    /// <summary>Azure SignalR Service, <c>Microsoft.SignalRService/SignalR</c>.</summary>
    SignalR,

    /// <summary>Azure Web PubSub, <c>Microsoft.SignalRService/WebPubSub</c>.</summary>
    WebPubSub,
}
