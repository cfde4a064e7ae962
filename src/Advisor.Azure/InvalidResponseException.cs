namespace Advisor.Azure;

/// <summary>
/// A response of Azure that breaks its contract, with a sentence that may be shown. The ports catch it and report a failure.
/// </summary>
internal sealed class InvalidResponseException(string message, Exception? inner = null) : Exception(message, inner);
