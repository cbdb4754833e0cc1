// NVTX for C++: ranges that end with a scope, and the types of what they are about. As in nvToolsExt.h, nothing
// listens; what is written is checked by its types.
#ifndef NVTX3_CPP_DEFINITIONS_V1_0
#define NVTX3_CPP_DEFINITIONS_V1_0

#include "raddle/names/hide.h"

#include "nvToolsExt.h"

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0

namespace nvtx3 {
inline namespace v1 {

namespace detail {

template <typename D, typename = void> struct domain_name {
  static const char *get() { return nullptr; }
};
template <typename D> struct domain_name<D, decltype(void(D::name))> {
  static_assert(std::is_convertible<decltype(D::name), const char *>::value ||
                    std::is_convertible<decltype(D::name), const wchar_t *>::value,
                "the name of a domain is a string");
  static auto get() -> decltype(D::name) { return D::name; }
};

inline nvtxDomainHandle_t create_domain(const char *name) { return name ? nvtxDomainCreateA(name) : nullptr; }
inline nvtxDomainHandle_t create_domain(const wchar_t *name) { return nvtxDomainCreateW(name); }

} // namespace detail

// A name space of marks and ranges; `D` has a static member `name`.
class domain {
public:
  domain(const domain &) = delete;
  domain &operator=(const domain &) = delete;
  domain(domain &&) = delete;
  domain &operator=(domain &&) = delete;

  struct global {};

  template <typename D = global> static const domain &get() noexcept {
    static const domain instance(detail::create_domain(detail::domain_name<D>::get()));
    return instance;
  }

  operator nvtxDomainHandle_t() const noexcept { return handle_; }

private:
  explicit domain(nvtxDomainHandle_t handle) noexcept : handle_(handle) {}

  nvtxDomainHandle_t handle_;
};

struct rgb {
  using component_type = std::uint8_t;

  constexpr rgb(component_type red_, component_type green_, component_type blue_) noexcept
      : red(red_), green(green_), blue(blue_) {}

  component_type red, green, blue;
};

struct argb final : rgb {
  constexpr argb(component_type alpha_, component_type red_, component_type green_,
                 component_type blue_) noexcept
      : rgb(red_, green_, blue_), alpha(alpha_) {}

  component_type alpha;
};

class color {
public:
  using value_type = std::uint32_t;

  constexpr explicit color(value_type hex_code) noexcept : value_(hex_code) {}
  constexpr color(argb value) noexcept
      : value_(static_cast<value_type>(value.alpha) << 24 | static_cast<value_type>(value.red) << 16 |
               static_cast<value_type>(value.green) << 8 | value.blue) {}
  constexpr color(rgb value) noexcept : color(argb(0xff, value.red, value.green, value.blue)) {}

  constexpr value_type get_value() const noexcept { return value_; }
  constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
  value_type value_;
};

class category {
public:
  using id_type = std::uint32_t;

  constexpr explicit category(id_type id) noexcept : id_(id) {}

  constexpr id_type get_id() const noexcept { return id_; }

private:
  id_type id_;
};

template <typename D = domain::global> class named_category_in final : public category {
public:
  named_category_in(id_type id, const char *name) noexcept : category(id) {
    nvtxDomainNameCategoryA(domain::get<D>(), id, name);
  }
  named_category_in(id_type id, const wchar_t *name) noexcept : category(id) {
    nvtxDomainNameCategoryW(domain::get<D>(), id, name);
  }

  // C has the static members `id` and `name`.
  template <typename C> static const named_category_in &get() noexcept {
    static const named_category_in instance(C::id, C::name);
    return instance;
  }
};
using named_category = named_category_in<domain::global>;

template <typename D = domain::global> class registered_string_in {
public:
  explicit registered_string_in(const char *text) noexcept
      : handle_(nvtxDomainRegisterStringA(domain::get<D>(), text)) {}
  explicit registered_string_in(const wchar_t *text) noexcept
      : handle_(nvtxDomainRegisterStringW(domain::get<D>(), text)) {}
  explicit registered_string_in(const std::string &text) noexcept : registered_string_in(text.c_str()) {}
  explicit registered_string_in(const std::wstring &text) noexcept : registered_string_in(text.c_str()) {}
  registered_string_in(const registered_string_in &) = delete;
  registered_string_in &operator=(const registered_string_in &) = delete;

  // M has the static member `message`.
  template <typename M> static const registered_string_in &get() noexcept {
    static const registered_string_in instance(M::message);
    return instance;
  }

  nvtxStringHandle_t get_handle() const noexcept { return handle_; }

private:
  nvtxStringHandle_t handle_;
};
using registered_string = registered_string_in<domain::global>;

class message {
public:
  using value_type = nvtxMessageValue_t;

  message(const char *text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII), value_{} { value_.ascii = text; }
  message(const std::string &text) noexcept : message(text.c_str()) {}
  message(std::string &&) = delete; // it would not last
  message(const wchar_t *text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE), value_{} {
    value_.unicode = text;
  }
  message(const std::wstring &text) noexcept : message(text.c_str()) {}
  message(std::wstring &&) = delete;
  template <typename D> message(const registered_string_in<D> &text) noexcept : message(text.get_handle()) {}
  message(nvtxStringHandle_t handle) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED), value_{} {
    value_.registered = handle;
  }

  value_type get_value() const noexcept { return value_; }
  nvtxMessageType_t get_type() const noexcept { return type_; }

private:
  nvtxMessageType_t type_;
  value_type value_;
};

class payload {
public:
  using value_type = typename nvtxEventAttributes_v2::payload_t;

  explicit payload(std::int64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64), value_{} {
    value_.llValue = value;
  }
  explicit payload(std::int32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32), value_{} {
    value_.iValue = value;
  }
  explicit payload(std::uint64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64), value_{} {
    value_.ullValue = value;
  }
  explicit payload(std::uint32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32), value_{} {
    value_.uiValue = value;
  }
  explicit payload(float value) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT), value_{} { value_.fValue = value; }
  explicit payload(double value) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE), value_{} {
    value_.dValue = value;
  }
  explicit payload(long long value) noexcept : payload(static_cast<std::int64_t>(value)) {}
  explicit payload(unsigned long long value) noexcept : payload(static_cast<std::uint64_t>(value)) {}

  value_type get_value() const noexcept { return value_; }
  nvtxPayloadType_t get_type() const noexcept { return type_; }

private:
  nvtxPayloadType_t type_;
  value_type value_;
};

// A message, a color, a category and a payload, in any order, each at will. Of several the first counts.
class event_attributes {
public:
  using value_type = nvtxEventAttributes_t;

  event_attributes() noexcept : attributes_() {
    attributes_.version = NVTX_VERSION;
    attributes_.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  }
  template <typename... Args>
  explicit event_attributes(const category &value, const Args &...args) noexcept : event_attributes(args...) {
    attributes_.category = value.get_id();
  }
  template <typename... Args>
  explicit event_attributes(const color &value, const Args &...args) noexcept : event_attributes(args...) {
    attributes_.color = value.get_value();
    attributes_.colorType = value.get_type();
  }
  template <typename... Args>
  explicit event_attributes(const payload &value, const Args &...args) noexcept : event_attributes(args...) {
    attributes_.payload = value.get_value();
    attributes_.payloadType = value.get_type();
  }
  template <typename... Args>
  explicit event_attributes(const message &value, const Args &...args) noexcept : event_attributes(args...) {
    attributes_.message = value.get_value();
    attributes_.messageType = value.get_type();
  }

  const value_type *get() const noexcept { return &attributes_; }

private:
  value_type attributes_;
};

// From its construction to the end of the scope.
template <typename D = domain::global> class scoped_range_in {
public:
  explicit scoped_range_in(const event_attributes &attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
  }
  template <typename First, typename... Args,
            typename = typename std::enable_if<
                !std::is_base_of<event_attributes, typename std::decay<First>::type>::value>::type>
  explicit scoped_range_in(const First &first, const Args &...args) noexcept
      : scoped_range_in(event_attributes(first, args...)) {}
  scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  scoped_range_in(scoped_range_in &&) = delete;
  scoped_range_in &operator=(scoped_range_in &&) = delete;
  void *operator new(std::size_t) = delete; // it belongs to a scope

  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D>()); }
};
using scoped_range = scoped_range_in<domain::global>;

// The names of earlier versions.
template <typename D = domain::global> using domain_thread_range = scoped_range_in<D>;
using thread_range = scoped_range;

struct range_handle {
  using value_type = nvtxRangeId_t;

  constexpr explicit range_handle(value_type id) noexcept : id_(id) {}
  constexpr range_handle(std::nullptr_t = nullptr) noexcept : id_(0) {}

  constexpr explicit operator bool() const noexcept { return id_ != 0; }
  constexpr value_type get_value() const noexcept { return id_; }
  friend constexpr bool operator==(range_handle a, range_handle b) noexcept { return a.id_ == b.id_; }
  friend constexpr bool operator!=(range_handle a, range_handle b) noexcept { return a.id_ != b.id_; }

private:
  value_type id_;
};

template <typename D = domain::global>
[[nodiscard]] inline range_handle start_range_in(const event_attributes &attributes) noexcept {
  return range_handle(nvtxDomainRangeStartEx(domain::get<D>(), attributes.get()));
}
template <typename D = domain::global, typename First, typename... Args,
          typename = typename std::enable_if<
              !std::is_base_of<event_attributes, typename std::decay<First>::type>::value>::type>
[[nodiscard]] inline range_handle start_range_in(const First &first, const Args &...args) noexcept {
  return start_range_in<D>(event_attributes(first, args...));
}
template <typename... Args> [[nodiscard]] inline range_handle start_range(const Args &...args) noexcept {
  return start_range_in<domain::global>(args...);
}
template <typename D = domain::global> inline void end_range_in(range_handle range) noexcept {
  nvtxDomainRangeEnd(domain::get<D>(), range.get_value());
}
inline void end_range(range_handle range) noexcept { nvtxRangeEnd(range.get_value()); }

// A range that may be handed on, to another thread too.
template <typename D = domain::global> class unique_range_in {
public:
  explicit unique_range_in(const event_attributes &attributes) noexcept
      : range_(start_range_in<D>(attributes)) {}
  template <typename First, typename... Args,
            typename = typename std::enable_if<
                !std::is_base_of<event_attributes, typename std::decay<First>::type>::value &&
                !std::is_base_of<unique_range_in, typename std::decay<First>::type>::value>::type>
  explicit unique_range_in(const First &first, const Args &...args) noexcept
      : unique_range_in(event_attributes(first, args...)) {}
  unique_range_in() noexcept : unique_range_in(event_attributes()) {}
  unique_range_in(unique_range_in &&other) noexcept : range_() { std::swap(range_, other.range_); }
  unique_range_in &operator=(unique_range_in &&other) noexcept {
    std::swap(range_, other.range_);
    return *this;
  }
  unique_range_in(const unique_range_in &) = delete;
  unique_range_in &operator=(const unique_range_in &) = delete;

  ~unique_range_in() noexcept {
    if (range_)
      end_range_in<D>(range_);
  }

private:
  range_handle range_;
};
using unique_range = unique_range_in<domain::global>;
template <typename D = domain::global> using domain_process_range = unique_range_in<D>;
using process_range = unique_range;

template <typename D = domain::global> inline void mark_in(const event_attributes &attributes) noexcept {
  nvtxDomainMarkEx(domain::get<D>(), attributes.get());
}
template <typename D = domain::global, typename First, typename... Args,
          typename = typename std::enable_if<
              !std::is_base_of<event_attributes, typename std::decay<First>::type>::value>::type>
inline void mark_in(const First &first, const Args &...args) noexcept {
  mark_in<D>(event_attributes(first, args...));
}
template <typename... Args> inline void mark(const Args &...args) noexcept {
  mark_in<domain::global>(args...);
}

} // namespace v1
} // namespace nvtx3

// A range with the name of the function that it stands in, to its end.
#define NVTX3_V1_FUNC_RANGE_IN(D)                                                                            \
  static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__{__func__};                             \
  static const ::nvtx3::v1::event_attributes nvtx3_func_attr__{nvtx3_func_name__};                           \
  const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__ { nvtx3_func_attr__ }
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C)                                                                      \
  ::std::unique_ptr<const ::nvtx3::v1::unique_range_in<D>> nvtx3_range__;                                    \
  if (C)                                                                                                     \
  nvtx3_range__.reset(new ::nvtx3::v1::unique_range_in<D>{__func__})
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)

#define NVTX3_FUNC_RANGE_IN(D) NVTX3_V1_FUNC_RANGE_IN(D)
#define NVTX3_FUNC_RANGE() NVTX3_V1_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IF_IN(D, C) NVTX3_V1_FUNC_RANGE_IF_IN(D, C)
#define NVTX3_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF(C)

#include "raddle/names/show.h"

#endif
